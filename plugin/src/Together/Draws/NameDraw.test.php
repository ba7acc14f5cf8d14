<?php
declare( strict_types=1 );

namespace Largesse\Together\Draws;

use RuntimeException;
use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

/** Returns a function for random integers, which are the same on all machines. */
$seeded = static function ( int $seed ): \Closure {
	mt_srand( $seed, MT_RAND_MT19937 );
	return static fn ( int $from, int $to ): int => mt_rand( $from, $to );
};
$couple = static fn ( int $one, int $other ): array => array( array( $one, $other ), array( $other, $one ) );

$possible = NameDraw::possible( 4, array( array( 0, 1 ), array( 3, 1 ), array( 0, 1 ) ) );

test(
	'lets nobody draw themselves or an excluded person',
	static fn () => assert_same( array( array( 2, 3 ), array( 0, 2, 3 ), array( 0, 1, 3 ), array( 0, 2 ) ), $possible )
);
test(
	'reassigns earlier givers to find a solution',
	static fn () => assert_same(
		array( 1 => 2, 0 => 3, 2 => 1, 3 => 0 ),
		NameDraw::solution( array( array( 2, 3 ), array( 2, 3 ), array( 2, 1 ), array( 0, 2 ) ) )
	)
);
test(
	'names givers who have too few receivers',
	static function (): void {
		$short = array();
		assert_same( null, NameDraw::solution( array( array( 1, 2 ), array( 3 ), array( 3 ), array( 0 ) ), $short ) );
		assert_same( array( 1, 2 ), $short );
	}
);

foreach ( array(
	'four people'        => array( 4, array(), 9 ),
	'a couple'           => array( 5, $couple( 0, 1 ), 24 ),
	'one-way exclusions' => array( 5, array( array( 0, 1 ), array( 1, 2 ), array( 3, 0 ) ), 20 ),
	'three couples'      => array( 6, array( ...$couple( 0, 1 ), ...$couple( 2, 3 ), ...$couple( 4, 5 ) ), 80 ),
) as $name => list( $people, $forbidden, $solutions ) ) {
	test(
		"each solution is exactly equally likely: {$name}",
		static function () use ( $people, $forbidden, $solutions ): void {
			$drawn = array();
			// Uses each possible sequence of random numbers of the first attempt once.
			for ( $sequence = 0; $sequence < array_product( range( 1, $people ) ); ++$sequence ) {
				$left   = $sequence;
				$calls  = 0;
				$random = static function ( int $from, int $to ) use ( &$left, &$calls, $people ): int {
					if ( ++$calls >= $people ) {
						throw new RuntimeException( 'second attempt' );
					}
					$digit = $left % ( $to + 1 );
					$left  = intdiv( $left, $to + 1 );
					return $digit;
				};
				try {
					$drawn[] = implode( ' ', (array) ( new NameDraw( $random ) )->draw( NameDraw::possible( $people, $forbidden ) ) );
				} catch ( RuntimeException ) {
					continue;
				}
			}
			assert_same( $solutions, count( $drawn ) );
			assert_same( $solutions, count( array_unique( $drawn ) ) );
		}
	);
}
test(
	'answers null if there is no solution',
	static fn () => assert_same(
		null,
		( new NameDraw() )->draw( NameDraw::possible( 4, array( array( 0, 1 ), array( 0, 2 ), array( 0, 3 ) ) ) )
	)
);
test(
	'each solution is possible, even if the attempts to shuffle fail',
	static function () use ( $seeded ): void {
		// Each person can draw one of two neighbours, so there are two solutions.
		$possible = array_map(
			static fn ( int $giver ): array => array( ( $giver + 1 ) % 12, ( $giver + 2 ) % 12 ),
			range( 0, 11 )
		);
		$drawn = array();
		for ( $seed = 0; $seed < 12; ++$seed ) {
			$drawn[] = implode( ' ', (array) ( new NameDraw( $seeded( $seed ) ) )->draw( $possible ) );
		}
		assert_same(
			array( '1 2 3 4 5 6 7 8 9 10 11 0', '2 3 4 5 6 7 8 9 10 11 0 1' ),
			array_values(
				array_unique( array(
					...array_intersect( array( '1 2 3 4 5 6 7 8 9 10 11 0' ), $drawn ),
					...array_intersect( array( '2 3 4 5 6 7 8 9 10 11 0 1' ), $drawn ),
					...$drawn,
				) )
			)
		);
	}
);
test(
	'draws for 100 people in ten families, whose members do not draw each other',
	static function (): void {
		$possible = array_map(
			static fn ( int $giver ): array => array_values(
				array_filter(
					range( 0, 99 ),
					static fn ( int $receiver ): bool => intdiv( $giver, 10 ) !== intdiv( $receiver, 10 )
				)
			),
			range( 0, 99 )
		);
		assert_same( null, DrawCheck::finding( $possible ) );
		$drawn = (array) ( new NameDraw() )->draw( $possible );
		foreach ( $drawn as $giver => $receiver ) {
			assert_same( true, in_array( $receiver, $possible[ $giver ], true ) );
		}
		sort( $drawn );
		assert_same( range( 0, 99 ), $drawn );
	}
);
