<?php
declare( strict_types=1 );

namespace Largesse\Circles;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$person = new Person( 'mia', 'Mia', null, array( 'ada', 'ben' ), false, 7 );

test( 'changes only the given data', static fn () => assert_same( array_replace( $person->to_array(), array( 'name' => 'Mimi' ) ), $person->with( name: 'Mimi' )->to_array() ) );
test( 'can lose all guardians and a right', static fn () => assert_same( array( array(), false ), array( $person->with( guardians: array() )->guardians, $person->with( is_organizer: true )->with( is_organizer: false )->is_organizer ) ) );
test( 'reads what it stores', static fn () => assert_same( array_replace( $person->to_array(), array( 'user' => 3 ) ), Person::from_array( array( 'user' => 3 ) + $person->to_array() )->to_array() ) );
test(
	'ignores wrong accounts, guardians and rights',
	static function () use ( $person ): void {
		foreach ( array( 0, -1, '3', null ) as $user ) {
			assert_same( null, Person::from_array( array( 'user' => $user ) + $person->to_array() )->user );
		}
		assert_same( array( 'ada' ), Person::from_array( array( 'guardians' => array( 5, 'ada' ) ) + $person->to_array() )->guardians );
		assert_same( false, Person::from_array( array( 'is_organizer' => 1 ) + $person->to_array() )->is_organizer );
	}
);
test( 'refuses data without id or name', static fn () => assert_same( array( null, null, null ), array_map( Person::from_array( ... ), array( array( 'id' => 'mia' ), array( 'name' => 'Mia' ), 'mia' ) ) ) );
