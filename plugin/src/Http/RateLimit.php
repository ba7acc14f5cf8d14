<?php
declare( strict_types=1 );

namespace Largesse\Http;

use Largesse\OptionRow;

/**
 * Limits the number of events in a period. `take()` checks the limit and counts the event in one step, so simultaneous
 * events never exceed the limit.
 *
 * Only the times of recent events are stored, in an option. Its name contains a hash: the name of a counter may contain
 * an address, and administrators can see the names of all options. The database decides which of several simultaneous
 * events is counted first, so it does not matter whether the site has an external object cache.
 */
final class RateLimit {

	/** Prefix of the options' names. A hash of the counter's name follows. */
	public const PREFIX = 'largesse_recent_';

	/** Maximum number of attempts to count an event while other processes change the same counter. */
	private const ATTEMPTS = 100;

	/** Maximum number of microseconds between two attempts. */
	private const PAUSE = 10_000;

	/** Name of the option with the times of the events. */
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

	/**
	 * Counts an event in several limits, unless one of them does not allow the event.
	 *
	 * @return int Seconds until the event is allowed; 0 if it was counted.
	 */
	public static function take_all( self ...$limits ): int {
		$taken = array();
		foreach ( $limits as $limit ) {
			$wait = $limit->take();
			if ( $wait > 0 ) {
				self::give_back_all( ...$taken );
				return max( array_map( static fn ( self $one ): int => $one->seconds_to_wait(), $limits ) + array( -1 => $wait ) );
			}
			$taken[] = $limit;
		}
		return 0;
	}

	/** Removes an event that `take_all()` has counted, but that did not happen. */
	public static function give_back_all( self ...$limits ): void {
		array_map( static fn ( self $limit ) => $limit->give_back(), $limits );
	}

	/**
	 * Counts one or several events, unless the limit does not allow all of them.
	 *
	 * @param int $number Number of events.
	 * @return int Seconds until the events are allowed; 0 if they were counted.
	 */
	public function take( int $number = 1 ): int {
		if ( 0 === $number ) {
			return 0;
		}
		$wait       = 0;
		$is_changed = $this->change(
			function ( array $times ) use ( $number, &$wait ): ?array {
				$wait = $this->rule->seconds_to_wait( $times, time(), $number );
				return $wait > 0 ? null : array( ...$times, ...array_fill( 0, $number, time() ) );
			}
		);
		return $is_changed ? 0 : max( 1, $wait );
	}

	/**
	 * Removes events that `take()` has counted, but that did not happen.
	 *
	 * @param int $number Number of events.
	 */
	public function give_back( int $number = 1 ): void {
		$this->change( static fn ( array $times ): ?array => 0 === $number || array() === $times ? null : array_slice( $times, 0, -$number ) );
	}

	/** Returns the number of seconds until the next event is allowed; 0 if it is allowed now. */
	public function seconds_to_wait(): int {
		return $this->rule->seconds_to_wait( $this->times( OptionRow::read( $this->name ) ), time() );
	}

	/** Returns the number of events that are still allowed in the period. Does not consider the pause. */
	public function remaining(): int {
		return $this->rule->remaining( $this->times( OptionRow::read( $this->name ) ) );
	}

	/**
	 * Returns the number of seconds until the oldest event leaves the period. If there was no event, returns the length
	 * of the period.
	 */
	public function seconds_to_next(): int {
		return $this->rule->seconds_to_next( $this->times( OptionRow::read( $this->name ) ), time() );
	}

	/**
	 * Changes the stored times. If another process changes them at the same time, tries again.
	 *
	 * @param callable(list<int>): (list<int>|null) $work Returns the new times; null to change nothing.
	 * @return bool Whether the times were changed.
	 */
	private function change( callable $work ): bool {
		for ( $attempt = 0; $attempt < self::ATTEMPTS; $attempt++ ) {
			$stored = OptionRow::read( $this->name );
			$times  = $work( $this->times( $stored ) );
			if ( null === $times ) {
				return false;
			}
			$value = $this->value( $times );
			if ( null === $stored ? OptionRow::add( $this->name, $value ) : OptionRow::replace( $this->name, $stored, $value ) ) {
				return true;
			}
			usleep( random_int( 0, self::PAUSE ) );
		}
		return false;
	}

	/**
	 * Returns the value of the option: the time at which the option expires, and the times of the events.
	 *
	 * @param list<int> $times In seconds since 1970.
	 */
	private function value( array $times ): string {
		return implode( ' ', array( sprintf( '%010d', time() + $this->rule->seconds ), ...$times ) );
	}

	/**
	 * Returns the times of the events within the period.
	 *
	 * @param string|null $stored Value of the option.
	 * @return list<int>
	 */
	private function times( ?string $stored ): array {
		return $this->rule->recent( array_slice( explode( ' ', (string) $stored ), 1 ), time() );
	}
}
