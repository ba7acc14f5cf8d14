<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

/** Decides whether an event is allowed, based on the times of earlier events. All times are in seconds since 1970. */
final class RateRule {

	/** The parameters are those of RateLimit. */
	public function __construct(
		private readonly int $most,
		public readonly int $seconds,
		private readonly int $pause = 0
	) {}

	/** @return list<int> Those stored times that are within the period, the oldest first. */
	public function recent( array $stored, int $now ): array {
		return array_values(
			array_filter( array_map( 'intval', $stored ), fn ( int $time ): bool => $time > $now - $this->seconds )
		);
	}

	/**
	 * Returns the number of seconds until the next events are allowed; 0 if they are allowed now.
	 *
	 * @param list<int> $times  Recent times.
	 * @param int       $number Number of events. If it exceeds the limit, the result is the length of the period.
	 */
	public function seconds_to_wait( array $times, int $now, int $number = 1 ): int {
		if ( $number > $this->most ) {
			return $this->seconds;
		}
		$until = array() === $times ? 0 : end( $times ) + $this->pause;
		$over  = count( $times ) + $number - $this->most;
		if ( $over > 0 ) {
			// Wait until the oldest `$over` events have left the period.
			$until = max( $until, $times[ $over - 1 ] + $this->seconds );
		}
		return max( 0, $until - $now );
	}

	/** @param list<int> $times Recent times. The pause does not count. */
	public function remaining( array $times ): int {
		return max( 0, $this->most - count( $times ) );
	}

	/** @param list<int> $times Recent times. Without one, the result is the length of the period. */
	public function seconds_to_next( array $times, int $now ): int {
		return array() === $times ? $this->seconds : max( 0, $times[0] + $this->seconds - $now );
	}
}
