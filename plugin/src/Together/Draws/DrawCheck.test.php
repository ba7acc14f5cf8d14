<?php
declare( strict_types=1 );

namespace Largesse\Together\Draws;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

/** Finds all solutions of pairs. */
$solutions = static function ( array $possible ): array {
	$found = array( array() );
	foreach ( $possible as $receivers ) {
		$next = array();
		foreach ( $found as $drawn ) {
			foreach ( array_diff( $receivers, $drawn ) as $receiver ) {
				$next[] = array( ...$drawn, $receiver );
			}
		}
		$found = $next;
	}
	return $found;
};

/** Returns true if a pair is in all solutions that look the same to some viewer. */
$has_certain_pair = static function ( array $all, array $viewers ): bool {
	foreach ( $viewers as $known ) {
		$certain = array();
		foreach ( $all as $drawn ) {
			$seen             = implode( ' ', array_map( static fn ( int $giver ): int => $drawn[ $giver ], $known ) );
			$certain[ $seen ] = array_intersect_assoc( $certain[ $seen ] ?? $drawn, $drawn );
		}
		foreach ( $certain as $pairs ) {
			if ( array() !== array_diff_key( $pairs, array_flip( $known ) ) ) {
				return true;
			}
		}
	}
	return false;
};
$viewers = static fn ( int $people, array $seen ): array => array(
	array(),
	...array_map( static fn ( int $one ): array => array( $one ), range( 0, $people - 1 ) ),
	...$seen,
);
$both    = static fn ( int $one, int $other ): array => array( array( $one, $other ), array( $other, $one ) );
$kind    = static fn (
	array $possible,
	array $seen = array(),
	bool $avoids_last_year = false
): string => DrawCheck::finding( $possible, $seen, $avoids_last_year )->kind ?? 'none';

/** Returns the forbidden pairs of families whose members do not draw each other. */
$families = static function ( int ...$sizes ): array {
	$family    = array_merge(
		...array_map( static fn ( int $number ): array => array_fill( 0, $sizes[ $number ], $number ), array_keys( $sizes ) )
	);
	$forbidden = array();
	foreach ( $family as $giver => $of_giver ) {
		array_push(
			$forbidden,
			...array_map(
				static fn ( int $receiver ): array => array( $giver, $receiver ),
				array_keys( $family, $of_giver, true )
			)
		);
	}
	return NameDraw::possible( count( $family ), $forbidden );
};

test(
	'refuses exclusions and guardians exactly if a pair is certain for one of the viewers',
	static function () use ( $solutions, $has_certain_pair, $viewers, $kind ): void {
		mt_srand( 3, MT_RAND_MT19937 );
		$found = array();
		for ( $turn = 0; $turn < 1200; ++$turn ) {
			$people    = mt_rand( 4, 6 );
			$forbidden = array_map(
				static fn (): array => array( mt_rand( 0, $people - 1 ), mt_rand( 0, $people - 1 ) ),
				range( 0, mt_rand( 0, 2 * $people ) )
			);
			$possible  = NameDraw::possible( $people, $forbidden );
			$seen      = mt_rand( 0, 1 )
				? array()
				: array(
					array_slice(
						( new NameDraw( mt_rand( ... ) ) )->shuffled( range( 0, $people - 1 ) ),
						0,
						mt_rand( 2, $people - 1 )
					),
				);
			$all       = $solutions( $possible );
			$expected  = array() === $all
				? 'too_few'
				: ( $has_certain_pair( $all, $viewers( $people, $seen ) ) ? 'certain' : 'none' );
			$actual    = (string) preg_replace( '/^(too_few).*/', '$1', $kind( $possible, $seen ) );
			assert_same( $expected, $actual, "turn {$turn}" );
			$found[ $actual ] = true;
		}
		assert_same( 3, count( $found ) );
	}
);
test(
	'allows secret pairs exactly if the draw stays secret for all of them',
	static function () use ( $solutions, $kind, $both ): void {
		mt_srand( 4, MT_RAND_MT19937 );
		$found = array();
		for ( $turn = 0; $turn < 90; ++$turn ) {
			$people    = mt_rand( 4, 6 );
			$forbidden = array_merge(
				array(),
				...array_map(
					static fn (): array => $both( mt_rand( 0, $people - 1 ), mt_rand( 0, $people - 1 ) ),
					array_fill( 0, mt_rand( 0, 3 ), null )
				)
			);
			$possible  = NameDraw::possible( $people, array( ...$forbidden, array( 1, 0 ) ) );
			$seen      = mt_rand( 0, 1 ) ? array() : array( array( 0, 1 ) );
			if ( 'none' !== $kind( $possible, $seen ) ) {
				continue;
			}
			$is_secret = true;
			foreach ( $solutions( $possible ) as $drawn ) {
				$others    = array_map(
					static fn ( array $receivers, int $earlier ): array => array_values( array_diff( $receivers, array( $earlier ) ) ),
					$possible,
					$drawn
				);
				$is_secret = $is_secret && 'none' === $kind( $others, $seen );
			}
			assert_same( $is_secret, 'none' === $kind( $possible, $seen, true ), "turn {$turn}" );
			$found[ $is_secret ] = true;
		}
		assert_same( 2, count( $found ) );
	}
);
foreach ( array(
	'no exclusions among four'   => array( 'none', NameDraw::possible( 4 ) ),
	'two couples'                => array( 'certain', $families( 2, 2 ) ),
	'three couples'              => array( 'none', $families( 2, 2, 2 ) ),
	'a mother, her child and two others'   => array(
		'certain',
		NameDraw::possible( 4, array( array( 1, 0 ) ) ),
		array( array( 0, 1 ) ),
	),
	'a mother, her child and three others' => array(
		'none',
		NameDraw::possible( 5, array( array( 1, 0 ) ) ),
		array( array( 0, 1 ) ),
	),
	'somebody who looks after everybody'   => array(
		'all_seen',
		NameDraw::possible( 5 ),
		array( array( 0, 1, 2, 3, 4 ) ),
	),
	'two families who draw from each other'       => array( 'none', $families( 6, 6 ) ),
	'fifty couples'              => array( 'none', $families( ...array_fill( 0, 50, 2 ) ) ),
	'too many people and exclusions to examine'   => array( 'unclear', $families( 30, 30 ) ),
	'last year’s pairs of four'  => array( 'last_year', NameDraw::possible( 4 ), array(), true ),
	'last year’s pairs of five'  => array( 'none', NameDraw::possible( 5 ), array(), true ),
	'last year’s pairs of three couples'   => array( 'none', $families( 2, 2, 2 ), array(), true ),
	'last year’s pairs of fifty couples'   => array( 'none', $families( ...array_fill( 0, 50, 2 ) ), array(), true ),
) as $name => $case ) {
	$expected = array_shift( $case );
	test( "{$name}: {$expected}", static fn () => assert_same( $expected, $kind( ...$case ) ) );
}
$facts = static fn (
	array $possible,
	array $guardians = array()
): array => (array) DrawCheck::finding( $possible, $guardians );
$fact  = static fn ( string $kind, mixed ...$more ): array => (array) new DrawFinding( $kind, ...$more );
test(
	'names three people who could draw only two',
	static fn () => assert_same(
		$fact( DrawFinding::TOO_FEW_RECEIVERS, people: array( 0, 1, 2 ), others: array( 5, 6 ) ),
		$facts( array(
			array( 5, 6 ),
			array( 5, 6 ),
			array( 5, 6 ),
			array( 1, 5, 6 ),
			array( 0, 1, 2, 3, 5, 6 ),
			array( 0, 2, 3, 4, 6 ),
			array( 0, 2, 3, 4, 5 ),
		) )
	)
);
test(
	'names somebody whom nobody could draw',
	static fn () => assert_same(
		$fact( DrawFinding::TOO_FEW_GIVERS, people: array( 1 ) ),
		$facts( NameDraw::possible( 5, array( array( 0, 1 ), array( 2, 1 ), array( 3, 1 ), array( 4, 1 ) ) ) )
	)
);
test(
	'names somebody alone, who could draw nobody',
	static fn () => assert_same(
		$fact( DrawFinding::TOO_FEW_RECEIVERS, people: array( 0 ) ),
		$facts( NameDraw::possible( 1 ) )
	)
);
test(
	'names the giver of a pair that is in every solution',
	static fn () => assert_same(
		$fact( DrawFinding::CERTAIN, giver: 0 ),
		$facts( NameDraw::possible( 6, array( array( 0, 1 ), array( 0, 2 ), array( 0, 3 ), array( 0, 5 ) ) ) )
	)
);
// The worked example of DrawCheck.
test(
	'names the guardian who could conclude a pair, and what the guardian sees',
	static fn () => assert_same(
		$fact( DrawFinding::CERTAIN, viewer: 'anna', seen: array( 0, 1 ), giver: 2 ),
		$facts( NameDraw::possible( 4, array( array( 1, 0 ) ) ), array( 'anna' => array( 0, 1 ) ) )
	)
);
test(
	'names the guardian who sees all pairs',
	static fn () => assert_same(
		$fact( DrawFinding::ALL_SEEN, viewer: '12', seen: array( 0, 1, 2, 3, 4 ) ),
		$facts( NameDraw::possible( 5 ), array( '12' => array( 0, 1, 2, 3, 4 ) ) )
	)
);
test(
	'ends in time, whatever the exclusions are',
	static function () use ( $families ): void {
		mt_srand( 1, MT_RAND_MT19937 );
		for ( $turn = 0; $turn < 5; ++$turn ) {
			$possible = NameDraw::possible(
				14,
				array_map( static fn (): array => array( mt_rand( 0, 13 ), mt_rand( 0, 13 ) ), range( 0, 90 ) )
			);
			$begin = hrtime( true );
			DrawCheck::finding( $possible );
			DrawCheck::finding( $families( 7, 7 ) );
			assert_same( true, hrtime( true ) - $begin < 20e9 );
		}
	}
);
