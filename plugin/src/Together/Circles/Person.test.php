<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$person = new Person( 'mia', 'Mia', null, 'ada', false, 7 );

test(
	'changes only the given data',
	static fn () => assert_same(
		array_replace( $person->to_array(), array( 'name' => 'Mimi' ) ),
		$person->with( name: 'Mimi' )->to_array()
	)
);
test(
	'can lose a right',
	static fn () => assert_same( false, $person->with( is_organizer: true )->with( is_organizer: false )->is_organizer )
);
