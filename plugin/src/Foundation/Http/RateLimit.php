<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;

/**
 * Limits the number of events in a period. `take()` checks the limit and counts the event in one step, so simultaneous
 * events never exceed the limit.
 *
 * Only the times of recent events are stored. The key of the record is a hash, because the name of a counter may
 * contain an address.
 */
final class RateLimit {

	/** Kind of the records. A record expires when its last event leaves the period. */
	public const KIND = 'limit';

	private readonly string $key;

	private readonly RateRule $rule;

	/**
	 * @param string $counted Name of the counter.
	 * @param int    $most    Maximum number of events.
	 * @param int    $seconds Period in seconds.
	 * @param int    $pause   Minimum seconds between two events.
	 */
	public function __construct( string $counted, int $most, int $seconds, int $pause = 0 ) {
		$this->rule = new RateRule( $most, $seconds, $pause );
		$this->key  = KeyedHash::of( $counted );
	}

	/** Counts an event in several limits, if all allow it. Returns 0, or the seconds until the event is allowed. */
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

	/** Counts events if the limit allows all of them. Returns 0, or the seconds until the events are allowed. */
	public function take( int $number = 1 ): int {
		if ( 0 === $number ) {
			return 0;
		}
		$wait  = 0;
		$taken = $this->change(
			function ( array $times ) use ( $number, &$wait ): array {
				$wait = $this->rule->seconds_to_wait( $times, time(), $number );
				return $wait > 0 ? $times : array( ...$times, ...array_fill( 0, $number, time() ) );
			}
		);
		return $taken ? $wait : max( 1, $wait );
	}

	/** Removes events that `take()` has counted, but that did not happen. @param int $number Number of events. */
	public function give_back( int $number = 1 ): void {
		$this->change( static fn ( array $times ): array => array_slice( $times, 0, count( $times ) - $number ) );
	}

	/** Returns the number of seconds until the next event is allowed; 0 if it is allowed now. */
	public function seconds_to_wait(): int {
		return $this->rule->seconds_to_wait( $this->times(), time() );
	}

	/** Returns the number of events that are still allowed in the period. Does not consider the pause. */
	public function remaining(): int {
		return $this->rule->remaining( $this->times() );
	}

	/** Returns the seconds until the oldest event leaves the period; without an event, the length of the period. */
	public function seconds_to_next(): int {
		return $this->rule->seconds_to_next( $this->times(), time() );
	}

	/** Deletes the times of limits whose period is over. */
	public static function delete_expired(): void {
		Records::delete_expired( self::KIND, time() );
	}

	/**
	 * Changes the stored times.
	 *
	 * @param callable(list<int>): list<int> $work Returns the new times; may run several times.
	 * @return bool False if other processes have changed the times too often.
	 */
	private function change( callable $work ): bool {
		$change = function ( Record $now ) use ( $work ): Record {
			$times = $this->rule->recent( $now->data, time() );
			$next  = $work( $times );
			return $next === $times ? $now : $now->with( data: $next, time: time() + $this->rule->seconds );
		};
		return ! is_wp_error( Records::change( self::KIND, $this->key, $change ) );
	}

	/** @return list<int> Times of the events within the period. */
	private function times(): array {
		return $this->rule->recent( Records::read_again( self::KIND, $this->key )->data, time() );
	}
}
