<?php
declare( strict_types=1 );

namespace Largesse\Together\About;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

test(
	'keeps lines, without blank lines',
	static fn () => assert_same( "Shoes: 39\nNo nuts!", AboutText::clean( "  Shoes: 39\r\n \u{200B}\n\nNo nuts!  " ) )
);
foreach ( array( 3000 => false, 3001 => true ) as $length => $is_long ) {
	test(
		"measures {$length} characters",
		static fn () => assert_same( $is_long, AboutText::is_long( str_repeat( '🎁', $length ) ) )
	);
}
foreach ( array(
	'writes a line for each size'     => array(
		array( array( 'label' => 'Shoe size', 'value' => '39' ), array( 'label' => 'Colour', 'value' => 'blue' ) ),
		"Shoe size: 39\nColour: blue",
	),
	'reads only texts'                => array(
		array( 'x', array( 'label' => array( 'a' ), 'value' => "39\n40" ) ),
		'39 40',
	),
	'reads nothing from anything else' => array( 'x', '' ),
) as $what => list( $sizes, $text ) ) {
	test( $what, static fn () => assert_same( $text, AboutText::of_sizes( $sizes ) ) );
}
test(
	'has room for all sizes of earlier versions',
	static fn () => assert_same(
		false,
		AboutText::is_long(
			AboutText::of_sizes(
				array_fill( 0, 12, array( 'label' => str_repeat( 'l', 40 ), 'value' => str_repeat( 'v', 200 ) ) )
			)
		)
	)
);
