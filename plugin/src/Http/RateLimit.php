<?php
declare( strict_types=1 );

namespace Largesse\Http;

/**
 * Counts how often something happens, and tells how long to wait until it may happen again.
 *
 * Only times are stored, for as long as they count, under a name from which nobody can tell what they are of: WordPress
 * shows administrators all names of transients. Of what happens in the same moment a little more than the limit may pass:
 * counting it exactly would make each wait for the others.
 */
final class RateLimit {

	/** Name of the transient. */
	private readonly string $name;

	private readonly RateRule $rule;

	/**
	 * Sets the limit.
	 *
	 * @param string $counted What is counted.
	 * @param int    $most    How often it may happen.
	 * @param int    $seconds In how many seconds.
	 * @param int    $pause   Seconds between two of them.
	 */
	public function __construct( string $counted, int $most, int $seconds, int $pause = 0 ) {
		$this->rule = new RateRule( $most, $seconds, $pause );
		$this->name = 'largesse_recent_' . KeyedHash::of( $counted );
	}

	/** Returns the seconds to wait; 0 for none. */
	public function wait(): int {
		return $this->rule->wait( $this->times(), time() );
	}

	/** Returns how often it may still happen now, whatever the pause. */
	public function left(): int {
		return $this->rule->left( $this->times() );
	}

	/** Returns the seconds until it may happen once more; all of them if it has not happened. */
	public function seconds_to_more(): int {
		return $this->rule->seconds_to_more( $this->times(), time() );
	}

	/**
	 * Counts that it happens now.
	 *
	 * @param int $times How often.
	 */
	public function count( int $times = 1 ): void {
		set_transient( $this->name, array( ...$this->times(), ...array_fill( 0, $times, time() ) ), $this->rule->seconds );
	}

	/**
	 * Returns the times at which it happened, as far as they count.
	 *
	 * @return list<int>
	 */
	private function times(): array {
		return $this->rule->recent( get_transient( $this->name ), time() );
	}
}
