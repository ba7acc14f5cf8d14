<?php
declare( strict_types=1 );

namespace Largesse\Http;

/**
 * Decides whether an event is allowed, based on the times of earlier events. All times are in seconds since 1970.
 */
final class RateRule {

	/**
	 * @param int $most    Maximum number of events.
	 * @param int $seconds Period in seconds.
	 * @param int $pause   Minimum seconds between two events.
	 */
	public function __construct( private readonly int $most, public readonly int $seconds, private readonly int $pause = 0 ) {}

	/**
	 * Returns the stored times within the period, the oldest first.
	 *
	 * @param mixed $stored Stored times, if there are any.
	 * @return list<int>
	 */
	public function recent( mixed $stored, int $now ): array {
		$since = $now - $this->seconds;
		return array_values( array_filter( is_array( $stored ) ? $stored : array(), static fn ( mixed $time ) => is_int( $time ) && $time > $since ) );
	}

	/**
	 * Returns the number of seconds until the next event is allowed; 0 if it is allowed now.
	 *
	 * @param list<int> $times Recent times.
	 */
	public function seconds_to_wait( array $times, int $now ): int {
		$until = array() === $times ? 0 : end( $times ) + $this->pause;
		if ( count( $times ) >= $this->most ) {
			// Wait until the period contains fewer than `$most` events.
			$until = max( $until, $times[ count( $times ) - $this->most ] + $this->seconds );
		}
		return max( 0, $until - $now );
	}

	/**
	 * Returns the number of events that are still allowed in the period. Does not consider the pause.
	 *
	 * @param list<int> $times Recent times.
	 */
	public function remaining( array $times ): int {
		return max( 0, $this->most - count( $times ) );
	}

	/**
	 * Returns the number of seconds until the oldest event leaves the period. If there was no event, returns the length
	 * of the period.
	 *
	 * @param list<int> $times Recent times.
	 */
	public function seconds_to_next( array $times, int $now ): int {
		return array() === $times ? $this->seconds : max( 0, $times[0] + $this->seconds - $now );
	}
}
