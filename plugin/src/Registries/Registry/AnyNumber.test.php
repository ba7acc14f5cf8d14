<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$any = array(
	'quantity_needed'    => 9007199254740991,
	'quantity_purchased' => 4,
);
$ten = array( 'quantity_needed' => 10 ) + $any;

test(
	'only the largest quantity means any number',
	static fn () => assert_same(
		array( true, false, false, false ),
		array_map( AnyNumber::is( ... ), array( $any, $ten, array( 'quantity_needed' => 9007199254740990 ), array() ) )
	)
);
test(
	'a file has a mark in place of the quantity',
	static fn () => assert_same(
		array( array( 'any_number' => true, 'quantity_needed' => 1 ), array() ),
		array_map( AnyNumber::for_file( ... ), array( $any, $ten ) )
	)
);
test(
	'the mark of a file becomes the quantity again',
	static fn () => assert_same(
		9007199254740991,
		AnyNumber::from_file( array( 'any_number' => true, 'quantity_needed' => 1 ) )['quantity_needed']
	)
);
foreach ( array( false, 'yes', 1, null ) as $mark ) {
	test(
		'the quantity stays without a mark: ' . var_export( $mark, true ),
		static fn () => assert_same(
			3,
			AnyNumber::from_file( array( 'any_number' => $mark, 'quantity_needed' => 3 ) )['quantity_needed']
		)
	);
}
test(
	'a copy of it accepts any number, too, whatever was given',
	static fn () => assert_same(
		array( 9007199254740991, 6 ),
		array_map( AnyNumber::open_quantity( ... ), array( $any, $ten ) )
	)
);
