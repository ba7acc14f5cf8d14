<?php
declare( strict_types=1 );

namespace Largesse\Together\Draws;

use Largesse\Together\Circles\Person;
use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

/** Returns the possible receivers of each giver: nobody draws themselves, their guardian or their partner. */
$receivers = static function ( array $guardians, array $couples, array $avoided = array() ): array {
	$all = array();
	foreach ( array_keys( $guardians ) as $giver ) {
		$all[] = array_values(
			array_filter(
				array_keys( $guardians ),
				static fn ( int $one ): bool => $one !== $giver
					&& $one !== $guardians[ $giver ]
					&& $one !== ( $avoided[ $giver ] ?? null )
					&& ! in_array( array( $giver, $one ), $couples, true )
					&& ! in_array( array( $one, $giver ), $couples, true )
			)
		);
	}
	return $all;
};

/** Checks whether each giver can get a different receiver. Finds all sets of people whom the givers could draw. */
$is_possible = static function ( array $possible ): bool {
	$sets = array( 0 => true );
	foreach ( $possible as $receivers ) {
		$larger = array();
		foreach ( array_keys( $sets ) as $set ) {
			foreach ( $receivers as $receiver ) {
				if ( 0 === ( $set & 1 << $receiver ) ) {
					$larger[ $set | 1 << $receiver ] = true;
				}
			}
		}
		$sets = $larger;
	}
	return array() !== $sets;
};

/** Returns the results of all possible draws. */
$draws_of = static function ( array $possible ): array {
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

/** Checks whether the pairs of some givers can determine the receiver of another giver. */
$is_certain = static function ( array $all, array $seen, int $giver ): bool {
	$drawn = array();
	foreach ( $all as $draw ) {
		$known = implode( ' ', array_map( static fn ( int $one ): int => $draw[ $one ], $seen ) );

		$drawn[ $known ][ $draw[ $giver ] ] = true;
	}
	return in_array( 1, array_map( 'count', $drawn ), true );
};

/**
 * Returns the people of a circle, and a draw in which all take part.
 *
 * @param list<int|null>              $guardians Number of each person's guardian; null for a member.
 * @param list<array{0: int, 1: int}> $couples
 */
$family = static function ( array $guardians, array $couples, int $year = 2026 ): array {
	$people = array();
	foreach ( $guardians as $one => $guardian ) {
		$people[] = null === $guardian
			? new Person( "p{$one}", "P{$one}", 1000 + $one )
			: new Person( "p{$one}", "P{$one}", null, "p{$guardian}" );
	}
	$excluded = array();
	foreach ( $couples as list( $one, $other ) ) {
		array_push( $excluded, array( "p{$one}", "p{$other}" ), array( "p{$other}", "p{$one}" ) );
	}
	$draw = new Draw( "d{$year}", 'c', "{$year}-12-24", '', 'p0' );
	return array( $people, $draw->with_people( $people, array_column( $people, 'id' ), $excluded ) );
};

/** Returns a random family: guardians, couples, and the receivers of a possible draw of last year, or null. */
$random = static function () use ( $receivers ): array {
	$size      = mt_rand( 3, mt_rand( 4, 12 ) );
	$members   = mt_rand( 1, $size );
	$guardians = array();
	for ( $one = 0; $one < $size; ++$one ) {
		$guardians[] = $one < $members ? null : mt_rand( 0, $members - 1 );
	}
	$couples = array();
	for ( $number = mt_rand( 0, 4 ); $number > 0; --$number ) {
		$couples[] = array( mt_rand( 0, $size - 1 ), mt_rand( 0, $size - 1 ) );
	}
	$couples = array_values( array_filter( $couples, static fn ( array $couple ): bool => $couple[0] !== $couple[1] ) );
	$drawn   = ( new NameDraw( mt_rand( ... ) ) )->draw( $receivers( $guardians, $couples ) );
	return array( $guardians, $couples, 0 === mt_rand( 0, 1 ) ? null : $drawn );
};

test(
	'draws for every family for which a draw is possible, and finds the cause or the certain pair for the others',
	static function () use ( $receivers, $is_possible, $draws_of, $is_certain, $family, $random ): void {
		mt_srand( 74, MT_RAND_MT19937 );
		$counts = array_fill_keys( array( 'refused', 'helped', 'secret', 'certain', 'repeated' ), 0 );
		for ( $turn = 0; $turn < 500; ++$turn ) {
			list( $guardians, $couples, $last ) = $random();
			list( $people, $draw ) = $family( $guardians, $couples );
			$last_year = null === $last ? null : $family( $guardians, array(), 2025 )[1];
			$plan      = new DrawPlan( $draw, $people, $last_year );
			$finding   = $plan->finding();
			$possible  = $receivers( $guardians, $couples );
			$about     = "turn {$turn}: " . json_encode( array( $guardians, $couples, $last ) );
			assert_same( $is_possible( $possible ), true !== $finding?->is_impossible(), $about );
			if ( null !== $finding && $finding->is_impossible() ) {
				++$counts['refused'];
				$of_receivers = DrawFinding::TOO_FEW_GIVERS === $finding->kind;
				$others       = array();
				foreach ( $possible as $giver => $all ) {
					foreach ( $all as $receiver ) {
						if ( in_array( $of_receivers ? $receiver : $giver, $finding->people, true ) ) {
							$others[ $of_receivers ? $giver : $receiver ] = true;
						}
					}
				}
				ksort( $others );
				assert_same( array_keys( $others ), $finding->others, $about );
				assert_same( true, count( $others ) < count( $finding->people ), $about );
				$is_helped = $is_possible( $receivers( $guardians, array() ) );
				assert_same( $is_helped ? DrawPlan::FEWER_EXCLUSIONS : null, $plan->remedy( $finding ), $about );
				$counts['helped'] += (int) $is_helped;
				continue;
			}
			list( $result, $may_repeat ) = $plan->result( new NameDraw( mt_rand( ... ) ), $last ?? array() );
			foreach ( $result as $giver => $receiver ) {
				assert_same( true, in_array( $receiver, $possible[ $giver ], true ), $about );
			}
			assert_same( count( $guardians ), count( array_unique( $result ) ), $about );
			$must_repeat = null !== $last && ! $is_possible( $receivers( $guardians, $couples, $last ) );
			assert_same( $must_repeat, $may_repeat, $about );
			assert_same( true, $must_repeat || null === $last || array() === array_intersect_assoc( $result, $last ), $about );
			$counts['repeated'] += (int) $must_repeat;
			$counts['secret']   += (int) ( null === $finding );
			if ( DrawFinding::CERTAIN === $finding?->kind && count( $guardians ) <= 6 ) {
				++$counts['certain'];
				assert_same( true, $is_certain( $draws_of( $possible ), $finding->seen, (int) $finding->giver ), $about );
			}
		}
		assert_same( array(), array_filter( $counts, static fn ( int $count ): bool => $count < 4 ), json_encode( $counts ) );
	}
);

/** Returns the kind of the finding, whether guardians are a cause, and what helps besides more people. */
$plan    = static function ( array $guardians, array $couples = array(), ?array $last = null ) use ( $family ): array {
	list( $people, $draw ) = $family( $guardians, $couples );
	$plan    = new DrawPlan( $draw, $people, null === $last ? null : $family( $last, array(), 2025 )[1] );
	$finding = $plan->finding();
	return array(
		$finding?->kind,
		null === $finding ? null : $plan->is_caused_by_guardians( $finding ),
		null === $finding ? null : $plan->remedy( $finding ),
	);
};
$members = static fn ( int $number ): array => array_fill( 0, $number, null );
foreach ( array(
	'a mother with one child'                      => array( 'too_few_receivers', true, null, array( null, 0 ) ),
	'a mother with two children'                   => array( 'too_few_givers', true, null, array( null, 0, 0 ) ),
	'a couple and two children of one of them'     => array(
		'too_few_givers',
		true,
		'fewer_exclusions',
		array( null, null, 0, 0 ),
		array( array( 0, 1 ) ),
	),
	'somebody who excludes everybody'              => array(
		'too_few_receivers',
		false,
		'fewer_exclusions',
		$members( 3 ),
		array( array( 0, 1 ), array( 0, 2 ) ),
	),
	'a ward and two others who exclude each other, and could draw the guardian' => array(
		'too_few_receivers',
		false,
		'fewer_exclusions',
		array( null, 0, null, null, null ),
		array( array( 1, 2 ), array( 1, 3 ), array( 2, 3 ) ),
	),
	'two couples'                                  => array(
		'certain',
		false,
		'fewer_exclusions',
		$members( 4 ),
		array( array( 0, 1 ), array( 2, 3 ) ),
	),
	'a mother, her child and two others'           => array( 'certain', false, null, array( null, 0, null, null ) ),
	'five people'                                  => array( null, null, null, $members( 5 ) ),
	'four people who avoid the pairs of last year' => array(
		'last_year',
		false,
		'last_year',
		$members( 4 ),
		array(),
		$members( 4 ),
	),
	'four people, of whom one excludes another, who avoid the pairs of last year' => array(
		'certain',
		false,
		'both',
		$members( 4 ),
		array( array( 0, 1 ) ),
		$members( 4 ),
	),
	'five people who avoid the pairs of last year' => array( null, null, null, $members( 5 ), array(), $members( 5 ) ),
) as $name => $case ) {
	$expected = array_splice( $case, 0, 3 );
	test( $name, static fn () => assert_same( $expected, $plan( ...$case ) ) );
}
