<?php
declare( strict_types=1 );

namespace Largesse\Operation\EventLog;

use Largesse\Foundation\Records\StoredValue;

/** Position of the site's cron in the service's log. */
final class Position {

	use StoredValue;

	/**
	 * @param string $cursor  Cursor of the last event that was handled; empty before the oldest event.
	 * @param int    $since   Time in seconds; earlier events are skipped.
	 * @param int    $crashes Number of unfinished attempts to handle the next events.
	 * @param int    $singles Number of events to handle one at a time, because one of them causes crashes.
	 * @param int    $read_at Time of the last successful request, in seconds since 1970; 0 for none.
	 */
	public function __construct(
		public readonly string $cursor = '',
		public readonly int $since = 0,
		public readonly int $crashes = 0,
		public readonly int $singles = 0,
		public readonly int $read_at = 0
	) {}

	/** Returns the position to store before the work on `$at_once` events. It stays stored only if the work crashes. */
	public function before_work( int $at_once ): self {
		return $this->with( crashes: $this->crashes + 1, singles: $at_once );
	}

	/** Returns the position to store after the events before `$cursor` were handled. */
	public function after_work( string $cursor, int $now ): self {
		return new self( $cursor, $this->since, 0, max( 0, $this->singles - 1 ), $now );
	}

	/** Returns a copy that starts at the oldest event, because the service rejects the cursor. */
	public function from_the_oldest( int $since ): self {
		return $this->with( cursor: '', since: max( $since, $this->since ) );
	}
}
