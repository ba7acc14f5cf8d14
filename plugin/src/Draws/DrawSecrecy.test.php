<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use Largesse\Circles\Person;
use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

/*
 * Simulates three years of draws in families. In some years, the names are drawn again: several times, or after somebody
 * has left. Each person tries to conclude pairs of others. They know the rules, who left, what the site told the organizers,
 * and the pairs of themselves and their wards in all draws.
 */

/** Returns a random solution in which the pairs of some givers are fixed; null if there is none. */
$sample = static function ( array $pairs, array $fixed, NameDraw $chance ): ?array {
	$order    = $chance->shuffled( array_keys( $pairs ) );
	$possible = array_map( static fn ( int $giver ): array => isset( $fixed[ $giver ] ) ? array_intersect( $pairs[ $giver ], array( $fixed[ $giver ] ) ) : $chance->shuffled( $pairs[ $giver ] ), $order );
	return NameDraw::solution( array_combine( $order, $possible ) );
};

/**
 * Simulates the draws. Returns for each draw: the sets of givers whose pairs one person sees, the position of the draw
 * whose pairs it must not repeat (null for none), whether it may repeat them nevertheless, and its results. The last
 * result counts, the others were replaced.
 */
$simulate = static function ( array $guardians, array $couples, bool $is_left, NameDraw $chance ): array {
	$people  = array_map( static fn ( int $number ): Person => new Person( "p{$number}", "P{$number}", array() === $guardians[ $number ] ? $number + 1 : null, array_map( static fn ( int $guardian ): string => "p{$guardian}", $guardians[ $number ] ) ), array_keys( $guardians ) );
	$pairs   = array_merge( array(), ...array_map( static fn ( array $couple ): array => array( array( "p{$couple[0]}", "p{$couple[1]}" ), array( "p{$couple[1]}", "p{$couple[0]}" ) ), $couples ) );
	$draws   = array();
	$earlier = null;
	foreach ( array( 2026, 2027, 2028 ) as $year ) {
		foreach ( $is_left && 2028 !== $year ? array( false, true ) : array( false ) as $is_again ) {
			$people = $is_again ? array_slice( $people, 0, -1 ) : $people;
			$draw   = ( new Draw( '', '', "{$year}-12-24", '', '' ) )->with_people( $people, array_column( $people, 'id' ), $pairs );
			$seen   = $draw->seen_together( $people );
			if ( count( $people ) < DrawCheck::FEWEST || null !== DrawCheck::problem( $draw->allowed(), $seen ) ) {
				return $draws;
			}
			$avoided = null === $earlier ? array() : $draw->unrepeatable( $draws[ $earlier ]['draw'], end( $draws[ $earlier ]['results'] ), $seen );
			$draws[] = array(
				'draw'       => $draw,
				'seen'       => $seen,
				'earlier'    => $earlier,
				'may_repeat' => null === $avoided,
				'results'    => array_map( static fn (): array => (array) $chance->draw( $draw->allowed( $avoided ?? array() ) ), range( 1, $is_left ? 2 : 25 ) ),
			);
		}
		$earlier = count( $draws ) - 1;
	}
	return $draws;
};

/** Returns the pairs of others that are the same in all worlds that a viewer considers possible. */
$certain = static function ( array $draws, int $viewer, array $guardians, NameDraw $chance ) use ( $sample ): array {
	$known = array();
	$same  = array();
	foreach ( $draws as $place => list( 'draw' => $draw, 'results' => $results ) ) {
		$numbers = array_map( static fn ( string $id ): int => (int) substr( $id, 1 ), array_column( $draw->people, 'id' ) );
		$is_own  = array_filter( $numbers, static fn ( int $number ): bool => $number === $viewer || in_array( $viewer, $guardians[ $number ], true ) );
		foreach ( $results as $turn => $result ) {
			$known[ $place ][ $turn ] = array_intersect_key( $result, $is_own );
			$same[ "{$place} {$turn}" ] = array_diff_key( $result, $is_own );
		}
	}
	for ( $world = 0; $world < 400 && array() !== array_filter( $same ); ++$world ) {
		$worlds = array();
		foreach ( $draws as $place => list( 'draw' => $draw, 'seen' => $seen, 'earlier' => $earlier, 'may_repeat' => $may_repeat ) ) {
			$avoided = null === $earlier ? array() : $draw->unrepeatable( $draws[ $earlier ]['draw'], $worlds[ $earlier . ' ' . array_key_last( $known[ $earlier ] ) ], $seen );
			$allowed = $draw->allowed( $avoided ?? array() );
			foreach ( $known[ $place ] as $turn => $fixed ) {
				$drawn = ( null === $avoided ) === $may_repeat ? $sample( $allowed, $fixed, $chance ) : null;
				if ( null === $drawn ) {
					// In this world, the viewer would have seen something else.
					continue 3;
				}
				$worlds[ "{$place} {$turn}" ] = $drawn;
			}
		}
		$same = array_map( 'array_intersect_assoc', $same, $worlds );
	}
	return array_filter( $same );
};

foreach ( array(
	'four people'                     => array( 4, array(), array() ),
	'five people'                     => array( 5, array(), array() ),
	'six people'                      => array( 6, array(), array() ),
	'a couple among six'              => array( 6, array( array( 0, 1 ) ), array() ),
	'three couples'                   => array( 6, array( array( 0, 1 ), array( 2, 3 ), array( 4, 5 ) ), array() ),
	'a mother and her child'          => array( 6, array(), array( 1 => array( 0 ) ) ),
	'two mothers with a child each'   => array( 6, array(), array( 1 => array( 0 ), 3 => array( 2 ) ) ),
	'a couple and their child'        => array( 7, array( array( 0, 1 ) ), array( 2 => array( 0, 1 ) ) ),
	'three couples and a single'      => array( 7, array( array( 0, 1 ), array( 2, 3 ), array( 4, 5 ) ), array() ),
	'a couple and their two children' => array( 8, array( array( 0, 1 ) ), array( 2 => array( 0, 1 ), 3 => array( 0, 1 ) ) ),
	'two couples, one with a child'   => array( 8, array( array( 0, 1 ), array( 2, 3 ) ), array( 4 => array( 0, 1 ) ) ),
	'four couples'                    => array( 8, array( array( 0, 1 ), array( 2, 3 ), array( 4, 5 ), array( 6, 7 ) ), array() ),
) as $name => list( $people, $couples, $wards ) ) {
	test(
		"nobody can conclude a pair of another person, in no year: {$name}",
		static function () use ( $people, $couples, $wards, $simulate, $certain ): void {
			mt_srand( $people, MT_RAND_MT19937 );
			$chance    = new NameDraw( mt_rand( ... ) );
			$guardians = array_replace( array_fill( 0, $people, array() ), $wards );
			foreach ( array( false, true ) as $turn => $is_left ) {
				$draws = $simulate( $guardians, $couples, $is_left, $chance );
				assert_same( true, count( $draws ) > 0 );
				foreach ( array_keys( $guardians ) as $number ) {
					assert_same( array(), $certain( $draws, $number, $guardians, $chance ), "turn {$turn}, person {$number}, " . json_encode( array_column( $draws, 'results' ) ) );
				}
			}
		}
	);
}
