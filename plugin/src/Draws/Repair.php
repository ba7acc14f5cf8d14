<?php
declare( strict_types=1 );

namespace Largesse\Draws;

/**
 * Changes as few pairs as possible after people have left a draw.
 */
final class Repair {

	/** Cost of a changed pair. A much smaller random cost decides between solutions with equally few changes. */
	private const CHANGED = 1_000_000;

	public function __construct( private readonly UniformDraw $chance = new UniformDraw() ) {}

	/**
	 * Returns new pairs of the people who stay.
	 *
	 * @param AllowedPairs    $pairs   Allowed pairs of all people, also of people who left.
	 * @param array<int, int> $current Receiver by giver: the pairs before this change. People who left before an
	 *                                 earlier change are missing.
	 * @param list<int>       $staying People who stay.
	 * @param list<int>       $fixed   People whose pair must not change unless their receiver left.
	 * @return array<int, int>|null Receiver by giver, of the people who stay; null if there is no solution.
	 */
	public function pairs( AllowedPairs $pairs, array $current, array $staying, array $fixed = array() ): ?array {
		$costs = array();
		foreach ( $staying as $giver ) {
			$now  = $current[ $giver ] ?? null;
			$kept = in_array( $now, $staying, true );
			foreach ( $this->chance->shuffled( $staying ) as $place => $receiver ) {
				if ( $kept && $now === $receiver ) {
					$costs[ $giver ][ $receiver ] = 0;
				} elseif ( $pairs->allows( $giver, $receiver ) && ! ( $kept && in_array( $giver, $fixed, true ) ) ) {
					$costs[ $giver ][ $receiver ] = self::CHANGED + $place;
				}
			}
		}
		if ( count( $costs ) < count( $staying ) || count( Matching::largest( array_map( 'array_keys', $costs ) ) ) < count( $staying ) ) {
			return null;
		}
		return self::cheapest( $costs, $staying );
	}

	/**
	 * Returns the assignment with the lowest sum of costs (the Hungarian method). Each giver in turn takes the cheapest
	 * path to a free receiver.
	 *
	 * @param array<int, array<int, int>> $costs  Costs by giver and receiver; missing pairs are not allowed.
	 * @param list<int>                   $people Givers, who are also the receivers.
	 * @return array<int, int> Receiver by giver.
	 */
	private static function cheapest( array $costs, array $people ): array {
		$never      = 1000 * self::CHANGED;
		$of_givers  = array_fill_keys( $people, 0 );
		$of_columns = array_fill_keys( $people, 0 );
		$giver_of   = array();
		foreach ( $people as $new ) {
			$distance = array_fill_keys( $people, PHP_INT_MAX );
			$before   = array();
			$done     = array();
			$giver    = $new;
			$last     = null;
			do {
				$nearest = null;
				$step    = PHP_INT_MAX;
				foreach ( $people as $receiver ) {
					if ( isset( $done[ $receiver ] ) ) {
						continue;
					}
					$cost = ( $costs[ $giver ][ $receiver ] ?? $never ) - $of_givers[ $giver ] - $of_columns[ $receiver ];
					if ( $cost < $distance[ $receiver ] ) {
						$distance[ $receiver ] = $cost;
						$before[ $receiver ]   = $last;
					}
					if ( $distance[ $receiver ] < $step ) {
						$step    = $distance[ $receiver ];
						$nearest = $receiver;
					}
				}
				foreach ( $people as $receiver ) {
					if ( isset( $done[ $receiver ] ) ) {
						$of_givers[ $giver_of[ $receiver ] ] += $step;
						$of_columns[ $receiver ]             -= $step;
					} else {
						$distance[ $receiver ] -= $step;
					}
				}
				$of_givers[ $new ] += $step;
				$done[ $nearest ]   = true;
				$last               = $nearest;
				$giver              = $giver_of[ $nearest ] ?? null;
			} while ( null !== $giver );
			while ( null !== $last ) {
				$previous          = $before[ $last ];
				$giver_of[ $last ] = null === $previous ? $new : $giver_of[ $previous ];
				$last              = $previous;
			}
		}
		$pairs = array_flip( $giver_of );
		ksort( $pairs );
		return $pairs;
	}
}
