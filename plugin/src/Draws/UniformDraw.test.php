<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

/** Returns a function for random integers. The same seed gives the same integers on all machines. */
$seeded = static function ( int $seed ): \Closure {
	mt_srand( $seed, MT_RAND_MT19937 );
	return static fn ( int $from, int $to ): int => mt_rand( $from, $to );
};

/** Returns all solutions, found by exhaustive search. */
$solutions = static function ( AllowedPairs $pairs ): array {
	$found = array( array() );
	foreach ( $pairs->receivers as $receivers ) {
		$next = array();
		foreach ( $found as $drawn ) {
			foreach ( array_diff( $receivers, $drawn ) as $receiver ) {
				$next[] = array( ...$drawn, $receiver );
			}
		}
		$found = $next;
	}
	return array_map( static fn ( array $drawn ): string => implode( ' ', $drawn ), $found );
};

/** Calls one of the two private methods that draw the pairs of a group. */
$by = static fn ( UniformDraw $draw, string $method, AllowedPairs $pairs ): ?array => ( static function () use ( $draw, $method, $pairs ): ?array {
	$drawn = 'by_rejection' === $method ? $draw->by_rejection( $pairs->receivers, PHP_INT_MAX ) : $draw->by_counting( $pairs->receivers );
	ksort( $drawn );
	return $drawn;
} )->bindTo( null, UniformDraw::class )();

$couple = static fn ( int $one, int $other ): array => array( array( $one, $other ), array( $other, $one ) );
$cases  = array(
	'four people'               => AllowedPairs::of( 4 ),
	'a couple among five'       => AllowedPairs::of( 5, $couple( 0, 1 ) ),
	'three couples'             => AllowedPairs::of( 6, array( ...$couple( 0, 1 ), ...$couple( 2, 3 ), ...$couple( 4, 5 ) ) ),
	'one-way exclusions'        => AllowedPairs::of( 5, array( array( 0, 1 ), array( 1, 2 ), array( 2, 0 ), array( 3, 0 ) ) ),
	'a ring of exclusions'      => AllowedPairs::of( 6, array_map( static fn ( int $one ): array => array( $one, ( $one + 1 ) % 6 ), range( 0, 5 ) ) ),
	'two families of three'     => AllowedPairs::of( 6, array( ...$couple( 0, 1 ), ...$couple( 0, 2 ), ...$couple( 1, 2 ), ...$couple( 3, 4 ), ...$couple( 3, 5 ), ...$couple( 4, 5 ) ) ),
	'someone with two choices'  => AllowedPairs::of( 5, array( array( 0, 1 ), array( 0, 2 ) ) ),
);
$seed = 0;
foreach ( $cases as $name => $pairs ) {
	foreach ( 'four people' === $name ? array( 'draw', 'by_counting', 'by_rejection' ) : array( 'by_counting', 'by_rejection' ) as $method ) {
		++$seed;
		test(
			"draws each solution equally often: {$name}, {$method}",
			static function () use ( $pairs, $method, $seed, $seeded, $solutions, $by ): void {
				$draw = new UniformDraw( $seeded( $seed ) );
				$all  = $solutions( $pairs );
				$seen = array_fill_keys( $all, 0 );
				$mean = 15;
				for ( $turn = 0; $turn < $mean * count( $all ); ++$turn ) {
					++$seen[ implode( ' ', 'draw' === $method ? $draw->draw( $pairs ) : $by( $draw, $method, $pairs ) ) ];
				}
				assert_same( count( $all ), count( $seen ), 'solutions' );
				$squares = array_sum( array_map( static fn ( int $times ): float => ( $times - $mean ) ** 2 / $mean, $seen ) );
				// With this number of degrees of freedom, chi-square exceeds the limit in one of 1000 samples (Wilson
				// and Hilferty).
				$freedom = count( $all ) - 1;
				$limit   = $freedom * ( 1 - 2 / ( 9 * $freedom ) + 3.09 * sqrt( 2 / ( 9 * $freedom ) ) ) ** 3;
				assert_same( true, $squares < $limit, sprintf( 'chi-square %.1f of %.1f, freedom %d', $squares, $limit, $freedom ) );
			}
		);
	}
}
test(
	'the chi-square test notices a draw that is not uniform',
	static function () use ( $seeded, $solutions ): void {
		// This draw is not uniform: each giver in turn draws one of the remaining receivers.
		$random = $seeded( 99 );
		$pairs  = AllowedPairs::of( 4 );
		$all    = $solutions( $pairs );
		$seen   = array_fill_keys( $all, 0 );
		for ( $turn = 0; $turn < 60 * count( $all ); ) {
			$drawn = array();
			foreach ( $pairs->receivers as $receivers ) {
				$left    = array_values( array_diff( $receivers, $drawn ) );
				$drawn[] = $left ? $left[ $random( 0, count( $left ) - 1 ) ] : null;
			}
			if ( ! in_array( null, $drawn, true ) ) {
				++$seen[ implode( ' ', $drawn ) ];
				++$turn;
			}
		}
		assert_same( true, array_sum( array_map( static fn ( int $times ): float => ( $times - 60 ) ** 2 / 60, $seen ) ) > 26.1 );
	}
);
test( 'answers null if there is no solution', static fn () => assert_same( null, ( new UniformDraw() )->draw( AllowedPairs::of( 4, array( array( 0, 1 ), array( 0, 2 ), array( 0, 3 ) ) ) ) ) );

$blocks = static function ( int $people, int $size ): array {
	$forbidden = array();
	for ( $one = 0; $one < $people; ++$one ) {
		for ( $other = 0; $other < $people; ++$other ) {
			if ( intdiv( $one, $size ) === intdiv( $other, $size ) ) {
				$forbidden[] = array( $one, $other );
			}
		}
	}
	return $forbidden;
};
$band   = static function ( int $people, int $width ): array {
	$forbidden = array();
	for ( $one = 0; $one < $people; ++$one ) {
		for ( $other = 0; $other < $people; ++$other ) {
			$distance = min( abs( $one - $other ), $people - abs( $one - $other ) );
			if ( $distance > $width ) {
				$forbidden[] = array( $one, $other );
			}
		}
	}
	return $forbidden;
};
$picky  = static function ( int $picky, int $choices ): array {
	$forbidden = array();
	for ( $one = 0; $one < $picky; ++$one ) {
		for ( $other = 0; $other < 100; ++$other ) {
			if ( $other >= $choices ) {
				$forbidden[] = array( $one, $other );
			}
		}
	}
	return $forbidden;
};
$random = static function ( int $people, int $each, int $seed ) use ( $seeded ): array {
	$chance    = $seeded( $seed );
	$forbidden = array();
	for ( $one = 0; $one < $people; ++$one ) {
		for ( $turn = 0; $turn < $each; ++$turn ) {
			$forbidden[] = array( $one, $chance( 0, $people - 1 ) );
		}
	}
	return $forbidden;
};
foreach ( array(
	'no exclusions'                        => array(),
	'50 couples'                           => $blocks( 100, 2 ),
	'families of ten'                      => $blocks( 100, 10 ),
	'three families'                       => $blocks( 100, 34 ),
	'two halves'                           => $blocks( 100, 50 ),
	'a family of 49, and others'           => array_values( array_filter( $blocks( 100, 49 ), static fn ( array $pair ): bool => $pair[0] < 49 ) ),
	'rows of seats'                        => $band( 100, 1 ),
	
	'ten who choose from eleven'           => $picky( 10, 11 ),
	'twenty who choose from thirty'        => $picky( 20, 30 ),
	'ten random exclusions for everyone'   => $random( 100, 10, 7 ),
	'fifty random exclusions for everyone' => $random( 100, 50, 8 ),
) as $name => $forbidden ) {
	test(
		"draws for 100 people in bounded work: {$name}",
		static function () use ( $forbidden ): void {
			$pairs = AllowedPairs::of( 100, $forbidden );
			$drawn = ( new UniformDraw() )->draw( $pairs );
			$given = $drawn;
			sort( $given );
			assert_same( range( 0, 99 ), $given );
			foreach ( $drawn as $giver => $receiver ) {
				assert_same( true, $pairs->allows( $giver, $receiver ) );
			}
		}
	);
}
test(
	'gives up a draw that would take too long',
	static function () use ( $random ): void {
		$most = $random( 100, 230, 9 );
		try {
			( new UniformDraw( null, 2 ) )->draw( AllowedPairs::of( 100, $most ) );
			assert_same( true, false, 'no error' );
		} catch ( SearchLimitExceeded ) {
			assert_same( true, true );
		}
	}
);
