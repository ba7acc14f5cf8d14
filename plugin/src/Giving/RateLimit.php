<?php
declare( strict_types=1 );

namespace Largesse\Giving;

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

	/**
	 * Sets the limit.
	 *
	 * @param string $counted What is counted.
	 * @param int    $most    How often it may happen.
	 * @param int    $seconds In how many seconds.
	 * @param int    $pause   Seconds between two of them.
	 */
	public function __construct( string $counted, private readonly int $most, private readonly int $seconds, private readonly int $pause = 0 ) {
		$this->name = 'largesse_recent_' . KeyedHash::of( $counted );
	}

	/** Returns how many seconds are to wait; 0 for none. */
	public function wait(): int {
		$times = $this->times();
		$until = array() === $times ? 0 : end( $times ) + $this->pause;
		if ( count( $times ) >= $this->most ) {
			// When the oldest of those that leave no room does not count any more.
			$until = max( $until, $times[ count( $times ) - $this->most ] + $this->seconds );
		}
		return max( 0, $until - time() );
	}

	/** Returns how often it may still happen now, whatever the pause. */
	public function left(): int {
		return max( 0, $this->most - count( $this->times() ) );
	}

	/** Returns in how many seconds the oldest of those that count does not count any more; all of them where there is none. */
	public function seconds_to_more(): int {
		$times = $this->times();
		return array() === $times ? $this->seconds : max( 0, $times[0] + $this->seconds - time() );
	}

	/**
	 * Counts that it happens now.
	 *
	 * @param int $times How often.
	 */
	public function count( int $times = 1 ): void {
		set_transient( $this->name, array( ...$this->times(), ...array_fill( 0, $times, time() ) ), $this->seconds );
	}

	/**
	 * Returns when it happened, in seconds since 1970, as far as that counts; the latest last.
	 *
	 * @return list<int>
	 */
	private function times(): array {
		$since = time() - $this->seconds;
		$times = get_transient( $this->name );
		return array_values( array_filter( is_array( $times ) ? $times : array(), static fn ( mixed $time ) => is_int( $time ) && $time > $since ) );
	}
}
