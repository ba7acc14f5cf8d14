<?php
declare( strict_types=1 );

namespace Largesse\Together\Draws;

use Largesse\Together\Circles\Person;
use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

/** Returns members whose ids are numbers from 1. */
$members = static fn ( int $number ): array => array_map(
	static fn ( int $n ): Person => new Person( (string) $n, "P{$n}", 1000 + $n ),
	range( 1, $number )
);
$ids     = static fn ( int $number ): array => array_column( $members( $number ), 'id' );
$form    = array(
	'id'         => '00000000000000aa',
	'day'        => '2026-12-24',
	'budget'     => '',
	'people'     => $ids( 2 ),
	'exclusions' => array(),
);
$broken  = static fn ( array $fields ): array => ( new DrawFields( ...$fields + $form ) )
	->broken_rules( $members( 102 ), '2026-12-24' );
$rows    = static fn ( int $number ): array => array_fill( 0, $number, array( '1', '2', 'one' ) );

// rules: Draws
foreach ( array(
	'the smallest values'            => array( array(), array() ),
	'no id'                          => array( array( '' => 'damaged' ), array( 'id' => '' ) ),
	'an id with a line feed'         => array( array( '' => 'damaged' ), array( 'id' => "00000000000000aa\n" ) ),
	'an id of 15 digits'             => array( array( '' => 'damaged' ), array( 'id' => '0000000000000aa' ) ),
	'an id of other characters'      => array( array( '' => 'damaged' ), array( 'id' => '00000000000000ag' ) ),
	'no day'                         => array( array( 'draw_day' => 'format' ), array( 'day' => '' ) ),
	'a day that does not exist'      => array( array( 'draw_day' => 'format' ), array( 'day' => '2027-02-29' ) ),
	'yesterday'                      => array( array( 'draw_day' => 'range' ), array( 'day' => '2026-12-23' ) ),
	'a year from today'              => array( array(), array( 'day' => '2027-12-24' ) ),
	'366 days from today'            => array( array(), array( 'day' => '2027-12-25' ) ),
	'367 days from today'            => array( array( 'draw_day' => 'range' ), array( 'day' => '2027-12-26' ) ),
	'a budget of 40 characters'      => array( array(), array( 'budget' => str_repeat( 'ä', 40 ) ) ),
	'a budget of 41 characters'      => array(
		array( 'draw_budget' => 'maxLength' ),
		array( 'budget' => str_repeat( 'ä', 41 ) ),
	),
	'nobody'                         => array( array( 'draw_people' => 'minItems' ), array( 'people' => array() ) ),
	'one person'                     => array( array( 'draw_people' => 'minItems' ), array( 'people' => array( '1' ) ) ),
	'100 people'                     => array( array(), array( 'people' => $ids( 100 ) ) ),
	'101 people'                     => array( array( 'draw_people' => 'maxItems' ), array( 'people' => $ids( 101 ) ) ),
	'somebody who has left'          => array( array( 'draw_people' => 'left' ), array( 'people' => $ids( 103 ) ) ),
	'250 exclusions'                 => array( array(), array( 'exclusions' => $rows( 250 ) ) ),
	'251 exclusions'                 => array(
		array( 'draw_excluded' => 'maxItems' ),
		array( 'exclusions' => $rows( 251 ) ),
	),
	'an exclusion of the same person' => array(
		array( 'draw_excluded' => 'pair' ),
		array( 'exclusions' => array( array( '1', '1', 'one' ) ) ),
	),
	'an exclusion of somebody who has left' => array(
		array( 'draw_excluded' => 'pair' ),
		array( 'exclusions' => array( array( '1', '2', 'one' ), array( '1', '103', 'one' ) ) ),
	),
	'an exclusion by nobody'         => array(
		array( 'draw_excluded' => 'pair' ),
		array( 'exclusions' => array( array( '', '2', 'one' ) ) ),
	),
	'several mistakes'               => array(
		array( '' => 'damaged', 'draw_day' => 'format', 'draw_people' => 'minItems' ),
		array( 'id' => 'x', 'day' => 'x', 'people' => array( '1' ) ),
	),
) as $what => list( $rules, $fields ) ) {
	test( "checks {$what}", static fn () => assert_same( $rules, $broken( $fields ) ) );
}

test(
	'reads a form: texts on one line, each person and exclusion once, and the exclusion that somebody has chosen',
	static function (): void {
		$fields = DrawFields::of( array(
			'draw_id'        => 'aa',
			'draw_day'       => array( '2026-12-24' ),
			'draw_budget'    => " about\r\n20\x07 € ",
			'draw_people'    => array( '1', '2', '1', array() ),
			'draw_excluded'  => array( '1 2 one', '1 2 one', '2 1', '3 1 sideways', '3 1 both' ),
			'draw_giver'     => '2',
			'draw_receiver'  => '3',
			'draw_way'       => 'one',
			'draw_last_year' => '1',
		) );
		assert_same( array( 'aa', '', 'about 20 €' ), array( $fields->id, $fields->day, $fields->budget ) );
		assert_same( array( '1', '2', '' ), $fields->people );
		assert_same(
			array(
				array( '1', '2', 'one' ),
				array( '2', '1', 'both' ),
				array( '3', '1', 'both' ),
				array( '2', '3', 'one' ),
			),
			$fields->exclusions
		);
		assert_same( array( true, '' ), array( $fields->avoids_last_year, $fields->accepted ) );
		$empty = DrawFields::of( array() );
		assert_same(
			array( array(), array(), false ),
			array( $empty->people, $empty->exclusions, $empty->avoids_last_year )
		);
		$half = DrawFields::of( array( 'draw_receiver' => '3', 'draw_people' => 'x', 'draw_accepted' => 'y' ) );
		assert_same(
			array( array( array( '', '3', 'both' ) ), array(), 'y' ),
			array( $half->exclusions, $half->people, $half->accepted )
		);
	}
);

test(
	'excludes pairs in one direction or in both',
	static function () use ( $form, $members ): void {
		$fields = new DrawFields( ...array(
			'people'     => array( '1', '2', '3' ),
			'budget'     => '20 €',
			'exclusions' => array( array( '1', '2', 'one' ), array( '2', '3', 'both' ) ),
		) + $form );
		$draw   = $fields->draw( 'c', $members( 3 ), 1003 );
		assert_same( array( array( 0, 1 ), array( 1, 2 ), array( 2, 1 ) ), $draw->exclusions );
		assert_same(
			array( '00000000000000aa', 'c', '2026-12-24', '20 €', '3' ),
			array( $draw->id, $draw->circle, $draw->day, $draw->budget, $draw->starter )
		);
	}
);

test(
	'draws anyway only after the same question',
	static function () use ( $form ): void {
		$fields = new DrawFields( ...array( 'accepted' => DrawFields::fingerprint( 'Anna could…' ) ) + $form );
		assert_same(
			array( true, false, false ),
			array(
				$fields->accepts( 'Anna could…' ),
				$fields->accepts( 'Emil could…' ),
				( new DrawFields( ...$form ) )->accepts( '' ),
			)
		);
	}
);

// Ada and Ben excluded each other. Ada does not draw Eve. Mia is a ward of Ben, and must not draw him.
$people = array(
	new Person( 'ada', 'Ada', 1 ),
	new Person( 'ben', 'Ben', 2 ),
	new Person( 'mia', 'Mia', null, 'ben' ),
	new Person( 'eve', 'Eve', 3 ),
);
$last   = ( new Draw( 'd', 'c', '2026-12-24', '20 €', 'ada' ) )->with_people(
	$people,
	array( 'ada', 'ben', 'mia', 'eve' ),
	array( array( 'ada', 'ben' ), array( 'ben', 'ada' ), array( 'ada', 'eve' ), array( 'ben', 'mia' ) )
);
$values = static fn ( DrawFields $fields ): array => array(
	$fields->day,
	$fields->budget,
	$fields->people,
	$fields->exclusions,
);
$kept   = array( array( 'ada', 'ben', 'both' ), array( 'ada', 'eve', 'one' ), array( 'ben', 'mia', 'both' ) );
test(
	'begins without a draw with all people',
	static fn () => assert_same(
		array( '', '', array( 'ada', 'ben', 'mia', 'eve' ), array() ),
		$values( DrawFields::initial( $people, null, false ) )
	)
);
test(
	'begins with budget and exclusions of the last draw, and of an open draw also with day and people',
	static function () use ( $values, $people, $last, $kept ): void {
		$more = array( ...$people, new Person( 'new', 'New', 9 ) );
		assert_same(
			array( '', '20 €', array( 'ada', 'ben', 'mia', 'eve', 'new' ), $kept ),
			$values( DrawFields::initial( $more, $last, false ) )
		);
		assert_same(
			array( '2026-12-24', '20 €', array( 'ada', 'ben', 'mia', 'eve' ), $kept ),
			$values( DrawFields::initial( $more, $last, true ) )
		);
		assert_same( 1, preg_match( '/^[0-9a-f]{16}$/D', DrawFields::initial( $people, $last, false )->id ) );
	}
);
test(
	'leaves out people who have left, and wards of a new guardian',
	static function () use ( $values, $people, $last ): void {
		$without_ben = array( $people[0], new Person( 'mia', 'Mia', null, 'ada' ), $people[3] );
		assert_same(
			array( '2026-12-24', '20 €', array( 'ada', 'mia', 'eve' ), array( array( 'ada', 'eve', 'one' ) ) ),
			$values( DrawFields::initial( $without_ben, $last, true ) )
		);
		$of_eve = array( $people[1], $people[2], new Person( 'ada', 'Ada', null, 'eve' ), $people[3] );
		assert_same(
			array( array( 'ada', 'ben', 'both' ), array( 'ben', 'mia', 'both' ) ),
			DrawFields::initial( $of_eve, $last, true )->exclusions
		);
	}
);
