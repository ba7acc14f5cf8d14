<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use Largesse\Circles\Person;
use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$person = static fn ( string $id, array $guardians = array() ): array => array(
	'id'        => $id,
	'name'      => ucfirst( $id ),
	'user'      => null,
	'guardians' => $guardians,
);
$draw   = new Draw( 'd', '2026-12-24', '20 €', 'ben', 7, array( $person( 'ada' ), $person( 'ben' ), $person( 'mia', array( 4, 5 ) ), $person( 'oma' ) ), array( array( 0, 1 ), array( 2, 3 ) ), 'sealed', 'c' );

test( 'is open until the end of its day', static fn () => assert_same( array( true, true, false ), array_map( $draw->is_open( ... ), array( '2026-11-30', '2026-12-24', '2026-12-25' ) ) ) );
test( 'is sealed for its circle, its id and its people', static fn () => assert_same( 'result c d ada ben mia oma', $draw->place() ) );
test( 'finds the numbers of people', static fn () => assert_same( array( 0, 3, null, array( 1, 3 ) ), array( $draw->number_of( 'ada' ), $draw->number_of( 'oma' ), $draw->number_of( 'eve' ), $draw->numbers_of( array( 'oma', 'eve', 'ben' ) ) ) ) );
test( 'finds nobody for the empty id of an erased person', static fn () => assert_same( null, $draw->without_person( 0 )->number_of( '' ) ) );
test(
	'finds the groups of people whose results one guardian sees',
	static fn () => assert_same(
		array( array( 0, 2 ), array( 1, 2, 3 ) ),
		$draw->seen_together( array( new Person( 'ada', 'Ada', 1 ), new Person( 'ben', 'Ben', 2 ), new Person( 'mia', 'Mia', null, array( 'ada', 'ben' ) ), new Person( 'oma', 'Oma', null, array( 'ben' ) ), new Person( 'eve', 'Eve', 3 ) ) )
	)
);
test( 'ignores wards who do not take part', static fn () => assert_same( array(), $draw->seen_together( array( new Person( 'ada', 'Ada', 1 ), new Person( 'kim', 'Kim', null, array( 'ada' ) ) ) ) ) );
test( 'allows the pairs that are not excluded', static fn () => assert_same( array( array( 2, 3 ), array( 0, 2, 3 ), array( 0, 1 ), array( 0, 1, 2 ) ), $draw->allowed()->receivers ) );
test(
	'forgets a person, but not the numbers of the others',
	static function () use ( $draw, $person ): void {
		$after = $draw->without_person( 1 );
		assert_same( array( 'ada', '', 'mia', 'oma' ), array_column( $after->people, 'id' ) );
		assert_same( array( '', '', null, array() ), array_values( $after->people[1] ) );
		assert_same( array( '', array( array( 2, 3 ) ) ), array( $after->organizer, $after->exclusions ) );
		assert_same( 'ben', $draw->without_person( 0 )->organizer );
	}
);
test( 'forgets a guardian', static fn () => assert_same( array( array(), array(), array( 5 ), array() ), array_column( $draw->without_guardian( 4 )->people, 'guardians' ) ) );
test( 'reads what it stores, except its circle', static fn () => assert_same( array( $draw->to_array(), 'c', false ), array( Draw::from_array( 'c', $draw->to_array() )->to_array(), Draw::from_array( 'c', $draw->to_array() )->circle, isset( $draw->to_array()['circle'] ) ) ) );
test(
	'refuses damaged data',
	static function () use ( $draw ): void {
		foreach ( array( 'id', 'day', 'people' ) as $needed ) {
			assert_same( null, Draw::from_array( 'c', array( $needed => 7 ) + $draw->to_array() ), $needed );
		}
		assert_same( null, Draw::from_array( 'c', 'damaged' ) );
	}
);
