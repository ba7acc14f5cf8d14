<?php
declare( strict_types=1 );

namespace Largesse\Together\Draws;

use Closure;

/** Draws names at random. People are numbers from 0. */
final class NameDraw {

	private const ATTEMPTS = 1000;

	/** @param Closure(int, int): int|null $random Returns a random integer between two bounds, for tests; null for random_int(). */
	public function __construct( private readonly ?Closure $random = null ) {}

	/**
	 * Shuffles the names until no rule is broken, so each solution is equally likely. If all attempts fail because of many
	 * exclusions, assigns shuffled names. Then each solution is possible, but not equally likely.
	 *
	 * @param list<list<int>> $possible Possible receivers of each giver.
	 * @return list<int>|null Receiver of each giver; null if there is no solution.
	 */
	public function draw( array $possible ): ?array {
		for ( $attempt = 0; $attempt < self::ATTEMPTS; ++$attempt ) {
			$drawn = $this->shuffled( array_keys( $possible ) );
			if (
				array() === array_filter(
					$drawn,
					static fn ( int $receiver, int $giver ): bool => ! in_array( $receiver, $possible[ $giver ], true ),
					ARRAY_FILTER_USE_BOTH
				)
			) {
				return $drawn;
			}
		}
		$order = $this->shuffled( array_keys( $possible ) );
		$drawn = self::solution(
			array_combine( $order, array_map( fn ( int $giver ): array => $this->shuffled( $possible[ $giver ] ), $order ) )
		);
		return null === $drawn
			? null
			: array_map( static fn ( int $giver ): int => $drawn[ $giver ], array_keys( $possible ) );
	}

	/** Returns a list in random order. Each order is equally likely. */
	public function shuffled( array $list ): array {
		for ( $last = count( $list ) - 1; $last > 0; --$last ) {
			$place = ( $this->random ?? random_int( ... ) )( 0, $last );
			$list  = array_replace( $list, array_combine( array( $last, $place ), array( $list[ $place ], $list[ $last ] ) ) );
		}
		return $list;
	}

	/**
	 * Returns the receivers of each giver.
	 *
	 * @param list<array{0: int, 1: int}> $forbidden
	 * @return list<list<int>> Possible receivers of each giver.
	 */
	public static function possible( int $people, array $forbidden = array() ): array {
		$all      = array_keys( array_fill( 0, $people, null ) );
		$possible = array_map( static fn ( int $giver ): array => array_diff( $all, array( $giver ) ), $all );
		foreach ( $forbidden as list( $giver, $receiver ) ) {
			unset( $possible[ $giver ][ $receiver ] );
		}
		return array_map( 'array_values', $possible );
	}

	/**
	 * Assigns each giver to a different receiver.
	 *
	 * @param array<int, list<int>> $possible Possible receivers of each giver, by preference.
	 * @param list<int>|null        $short If there is no solution, becomes a list of givers who have too few receivers.
	 * @return array<int, int>|null Receiver by giver; null if there is no solution.
	 */
	public static function solution( array $possible, ?array &$short = null ): ?array {
		$giver_of = array();
		foreach ( array_keys( $possible ) as $giver ) {
			$tried = array();
			if ( ! self::assign( $giver, $possible, $giver_of, $tried ) ) {
				$short = array(
					$giver,
					...array_map( static fn ( int $receiver ): int => $giver_of[ $receiver ], array_keys( $tried ) ),
				);
				sort( $short );
				return null;
			}
		}
		return array_flip( $giver_of );
	}

	/** Assigns a receiver who was not tried yet to a giver, if necessary by reassigning other givers. */
	private static function assign( int $giver, array $possible, array &$giver_of, array &$tried ): bool {
		foreach ( $possible[ $giver ] as $receiver ) {
			if ( isset( $tried[ $receiver ] ) ) {
				continue;
			}
			$tried[ $receiver ] = true;
			if ( ! isset( $giver_of[ $receiver ] ) || self::assign( $giver_of[ $receiver ], $possible, $giver_of, $tried ) ) {
				$giver_of[ $receiver ] = $giver;
				return true;
			}
		}
		return false;
	}
}
