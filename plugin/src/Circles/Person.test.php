<?php
declare( strict_types=1 );

namespace Largesse\Circles;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$person = new Person( 'mia', 'Mia', null, array( 'ada', 'ben' ), false, 7 );

test( 'changes only the given data', static fn () => assert_same( array_replace( $person->to_array(), array( 'name' => 'Mimi' ) ), $person->with( name: 'Mimi' )->to_array() ) );
test( 'can lose all guardians and a right', static fn () => assert_same( array( array(), false ), array( $person->with( guardians: array() )->guardians, $person->with( is_organizer: true )->with( is_organizer: false )->is_organizer ) ) );
