<?php
declare( strict_types=1 );

namespace Largesse\Http;

/**
 * Counts events in a period, and computes when the next event is allowed. Callers must check the limit before an event,
 * and count the event.
 *
 * Only the times of recent events are stored, in a transient. Its name is a hash: the name of a counter may contain an
 * address, and administrators can see the names of all transients. There is no lock, so simultaneous events may
 * slightly exceed the limit.
 */
final class RateLimit {

	/** Prefix of the transients' names. A hash of the counter's name follows. */
	public const PREFIX = 'largesse_recent_';

	/** Name of the transient with the times of the events. */
	private readonly string $name;

	private readonly RateRule $rule;

	/**
	 * @param string $counted Name of the counter.
	 * @param int    $most    Maximum number of events.
	 * @param int    $seconds Period in seconds.
	 * @param int    $pause   Minimum seconds between two events.
	 */
	public function __construct( string $counted, int $most, int $seconds, int $pause = 0 ) {
		$this->rule = new RateRule( $most, $seconds, $pause );
		$this->name = self::PREFIX . KeyedHash::of( $counted );
	}

	/** Returns the number of seconds until the next event is allowed; 0 if it is allowed now. */
	public function seconds_to_wait(): int {
		return $this->rule->seconds_to_wait( $this->times(), time() );
	}

	/** Returns the number of events that are still allowed in the period. Does not consider the pause. */
	public function remaining(): int {
		return $this->rule->remaining( $this->times() );
	}

	/**
	 * Returns the number of seconds until the oldest event leaves the period. If there was no event, returns the length
	 * of the period.
	 */
	public function seconds_to_next(): int {
		return $this->rule->seconds_to_next( $this->times(), time() );
	}

	/**
	 * Counts one or several events.
	 *
	 * @param int $times Number of events.
	 */
	public function count( int $times = 1 ): void {
		set_transient( $this->name, array( ...$this->times(), ...array_fill( 0, $times, time() ) ), $this->rule->seconds );
	}

	/**
	 * Returns the times of the events within the period.
	 *
	 * @return list<int>
	 */
	private function times(): array {
		return $this->rule->recent( get_transient( $this->name ), time() );
	}
}
