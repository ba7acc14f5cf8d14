<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

// A giver can only draw one of two people, so another giver must make room.
$chain = array( array( 0, 1 ), array( 0 ), array( 1, 2 ) );
// Three givers share two receivers. Two other givers share two other receivers.
$short = array( array( 5, 6 ), array( 5, 6 ), array( 5, 6 ), array( 7, 8 ), array( 7, 8 ) );

test( 'assigns as many givers as possible, and reassigns earlier givers', static fn () => assert_same( array( 0, 1, 2 ), array_keys( array_intersect_key( $chain, Matching::largest( $chain ) ) ) ) );
test(
	'assigns different receivers, each from the list of its giver',
	static function () use ( $chain, $short ): void {
		foreach ( array( $chain, $short ) as $receivers ) {
			$found = Matching::largest( $receivers );
			assert_same( count( $found ), count( array_unique( $found ) ) );
			foreach ( $found as $giver => $receiver ) {
				assert_same( true, in_array( $receiver, $receivers[ $giver ], true ), "{$giver} draws {$receiver}" );
			}
		}
		assert_same( 4, count( Matching::largest( $short ) ) );
	}
);
test(
	'splits givers into groups, and omits receivers whom a giver draws in no solution',
	static fn () => assert_same( array( array( 0 => array( 1 ) ), array( 1 => array( 0 ) ), array( 2 => array( 2 ) ) ), Matching::groups( $chain ) )
);
test(
	'keeps givers together who can exchange receivers, even in a ring',
	static fn () => assert_same(
		array( array( 0 => array( 0, 1 ), 1 => array( 1, 2 ), 2 => array( 2, 0 ) ), array( 3 => array( 3 ) ) ),
		Matching::groups( array( array( 0, 1 ), array( 1, 2 ), array( 2, 0 ), array( 3 ) ) )
	)
);
test( 'returns null if there is no solution', static fn () => assert_same( null, Matching::groups( $short ) ) );
test( 'finds no shortage if there is a solution', static fn () => assert_same( array(), Matching::shortage( $chain ) ) );
test( 'names only the givers who have too few receivers', static fn () => assert_same( array( 0, 1, 2 ), Matching::shortage( $short ) ) );
test( 'names the smallest of several shortages', static fn () => assert_same( array( 3 ), Matching::shortage( array( array( 5, 6 ), array( 5, 6 ), array( 5, 6 ), array() ) ) ) );
test(
	'finds a solution if and only if there is one, for all lists of three givers and three receivers',
	static function (): void {
		$lists = array( array(), array( 0 ), array( 1 ), array( 2 ), array( 0, 1 ), array( 0, 2 ), array( 1, 2 ), array( 0, 1, 2 ) );
		$ways  = array( array( 0, 1, 2 ), array( 0, 2, 1 ), array( 1, 0, 2 ), array( 1, 2, 0 ), array( 2, 0, 1 ), array( 2, 1, 0 ) );
		foreach ( $lists as $first ) {
			foreach ( $lists as $second ) {
				foreach ( $lists as $third ) {
					$receivers = array( $first, $second, $third );
					$exists    = array() !== array_filter( $ways, static fn ( array $way ): bool => in_array( $way[0], $first, true ) && in_array( $way[1], $second, true ) && in_array( $way[2], $third, true ) );
					assert_same( array( $exists, $exists, $exists ), array( 3 === count( Matching::largest( $receivers ) ), null !== Matching::groups( $receivers ), array() === Matching::shortage( $receivers ) ), json_encode( $receivers ) );
				}
			}
		}
	}
);
