<?php
declare( strict_types=1 );

namespace Largesse\Together\Draws;

use Largesse\Together\Circles\Person;
use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$people = array(
	new Person( 'ada', 'Ada', 1 ),
	new Person( 'ben', 'Ben', 2, null, true ),
	new Person( 'mia', 'Mia', null, 'ben' ),
	new Person( 'eve', 'Eve', 3 ),
	new Person( 'oma', 'Oma', null, 'ben' ),
);
$make   = static fn (
	array $ids,
	array $excluded = array(),
	?array $all = null
): Draw => ( new Draw( 'd', 'c', '2026-12-24', '20 €', 'ada' ) )->with_people( $all ?? $people, $ids, $excluded );
$draw   = $make(
	array( 'oma', 'mia', 'ben', 'ada' ),
	array( array( 'ada', 'ben' ), array( 'ada', 'eve' ), array( 'ada', 'ben' ) )
);

test(
	'numbers the people in the order of the circle',
	static fn () => assert_same( array( 'ada', 'ben', 'mia', 'oma' ), array_column( $draw->people, 'id' ) )
);
test( 'forbids exclusions of people who take part, and wards to draw their guardian', static fn () => assert_same( array( array( 0, 1 ), array( 2, 1 ), array( 3, 1 ) ), $draw->exclusions ) );
test(
	'is stored with the name that earlier versions gave to the starter',
	static function () use ( $draw ): void {
		assert_same( array( 'ada', false ), array( $draw->to_array()['organizer'], isset( $draw->to_array()['starter'] ) ) );
		assert_same( $draw->to_array(), Draw::from_array( $draw->to_array() )->to_array() );
		assert_same( 'ada', Draw::from_array( $draw->to_array() )->starter );
	}
);
test(
	'allows the other pairs',
	static fn () => assert_same( array( array( 2, 3 ), array( 0, 2, 3 ), array( 0, 3 ), array( 0, 2 ) ), $draw->allowed() )
);
test(
	'finds the numbers of people, and nobody for the empty id of an erased person',
	static fn () => assert_same(
		array( 0, 3, null, null ),
		array(
			$draw->number_of( 'ada' ),
			$draw->number_of( 'oma' ),
			$draw->number_of( 'eve' ),
			$draw->without_person( 0 )->number_of( '' ),
		)
	)
);
test(
	'finds the people whose pairs one guardian sees',
	static fn () => assert_same( array( 'ben' => array( 1, 2, 3 ) ), $draw->seen_by_guardians( $people ) )
);
test(
	'finds the wards of a guardian who does not take part',
	static fn () => assert_same(
		array( 'ben' => array( 1, 2 ) ),
		$make( array( 'oma', 'mia', 'ada' ) )->seen_by_guardians( $people )
	)
);
test(
	'forbids wards to draw their guardian',
	static fn () => assert_same( array( array( 2, 1 ), array( 3, 1 ) ), $draw->guardian_exclusions() )
);
test(
	'notices that somebody who takes part has left the circle',
	static function () use ( $draw, $people ): void {
		assert_same( false, $draw->has_gap( $people ) );
		assert_same(
			false,
			$draw->has_gap(
				array_values( array_filter( $people, static fn ( Person $person ): bool => 'eve' !== $person->id ) )
			)
		);
		assert_same(
			true,
			$draw->has_gap(
				array_values( array_filter( $people, static fn ( Person $person ): bool => 'mia' !== $person->id ) )
			)
		);
	}
);
test(
	'is for people and their guardians',
	static fn () => assert_same(
		array( true, false, false, true, false ),
		array(
			$draw->is_for( 0, 1 ),
			$draw->is_for( 0, 2 ),
			$draw->is_for( 2, 1 ),
			$draw->is_for( 3, 2 ),
			$draw->is_for( 3, 1 ),
		)
	)
);
test(
	'can be changed by its starter and by organizers',
	static fn () => assert_same( array( 'ada' => 1, 'ben' => 2 ), $draw->changers( $people ) )
);
test(
	'forgets a person, but not the numbers of the others',
	static function () use ( $draw ): void {
		$after = $draw->without_person( 1 );
		assert_same( array( 'ada', '', 'mia', 'oma' ), array_column( $after->people, 'id' ) );
		assert_same( array( '', '', null, null ), array_values( $after->people[1] ) );
		assert_same( array( 'ada', array() ), array( $after->starter, $after->exclusions ) );
		assert_same( '', $draw->without_person( 0 )->starter );
	}
);
test(
	'finds the pairs of an earlier draw among the people of both',
	static function () use ( $make ): void {
		$all     = array_map(
			static fn ( string $id ): Person => new Person( $id, $id, ord( $id ) ),
			array( 'a', 'b', 'c', 'd', 'e', 'f', 'g' )
		);
		$ids     = array_column( $all, 'id' );
		$earlier = $make( $ids, array(), $all );
		$result  = array( 1, 2, 3, 4, 5, 6, 0 );
		// B has left, and H has joined. The pair of an erased person is missing.
		$new = $make(
			array( 'a', 'c', 'd', 'e', 'f', 'g', 'h' ),
			array(),
			array(
				new Person( 'h', 'h', 1 ),
				...array_reverse( array_values( array_filter( $all, static fn ( Person $person ): bool => 'b' !== $person->id ) ) ),
			)
		);
		assert_same(
			array( array( 5, 4 ), array( 4, 3 ), array( 2, 1 ), array( 1, 6 ) ),
			$new->pairs_of( $earlier, array_replace( $result, array( 4 => null ) ) )
		);
	}
);
