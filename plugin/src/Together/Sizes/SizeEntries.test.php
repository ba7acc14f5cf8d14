<?php
declare( strict_types=1 );

namespace Largesse\Together\Sizes;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$row = static fn ( string $label, string $value ): array => compact( 'label', 'value' );

foreach ( array(
	'keeps rows in their order'                => array(
		array( $row( 'Shoe size', '39' ), $row( 'Colour', 'blue' ) ),
		array( $row( 'Shoe size', '39' ), $row( 'Colour', 'blue' ) ),
	),
	'drops rows that show nothing'             => array(
		array( $row( "\u{200B}", "\u{2800}" ), $row( "\u{3164}", '39' ) ),
		array( $row( '', '39' ) ),
	),
	'drops empty rows'                         => array(
		array( $row( ' ', "\n" ), $row( 'Colour', 'blue' ) ),
		array( $row( 'Colour', 'blue' ) ),
	),
	'removes spaces around, and line breaks'   => array(
		array( $row( "  Shoe\r\nsize ", "39\0" ) ),
		array( $row( 'Shoe size', '39' ) ),
	),
	'removes invalid bytes'                    => array(
		array( $row( "Gr\xF6\xDFe", '39' ) ),
		array( $row( 'Gre', '39' ) ),
	),
	'ignores everything that is not text'      => array(
		array( 'x', array( 'label' => array( 'a' ), 'value' => '39' ) ),
		array( $row( '', '39' ) ),
	),
	'reads nothing from something else'        => array( 'x', array() ),
) as $what => list( $sent, $rows ) ) {
	test( $what, static fn () => assert_same( $rows, SizeEntries::of( $sent )->rows ) );
}
test(
	'ignores a suggested label without a value',
	static fn () => assert_same(
		array( $row( 'Colour', '' ), $row( 'Shoe size', '39' ) ),
		SizeEntries::of(
			array( $row( 'Ring size', ' ' ), $row( 'Colour', '' ), $row( 'Shoe size', '39' ) ),
			array( 'Ring size', 'Shoe size' )
		)->rows
	)
);
$problem = static fn ( array ...$rows ): ?array => SizeEntries::of( $rows )->problem();
test(
	'accepts the longest texts, in characters',
	static fn () => assert_same( null, $problem( $row( str_repeat( 'ö', 40 ), str_repeat( '🎁', 200 ) ) ) )
);
test( 'accepts 12 rows', static fn () => assert_same( null, $problem( ...array_fill( 0, 12, $row( 'a', 'b' ) ) ) ) );
test(
	'refuses 13 rows',
	static fn () => assert_same( 'maxItems', $problem( ...array_fill( 0, 13, $row( 'a', 'b' ) ) )['rule'] ?? '' )
);
foreach ( array(
	'a long label'   => array(
		$row( str_repeat( 'ö', 41 ), 'x' ),
		array( 'row' => 1, 'field' => 'label', 'rule' => 'maxLength', 'limit' => 40 ),
	),
	'a long value'   => array(
		$row( 'x', str_repeat( 'ö', 201 ) ),
		array( 'row' => 1, 'field' => 'value', 'rule' => 'maxLength', 'limit' => 200 ),
	),
	'a missing label' => array(
		$row( '', '39' ),
		array( 'row' => 1, 'field' => 'label', 'rule' => 'required', 'limit' => null ),
	),
	'a missing value' => array(
		$row( 'Shoe size', '' ),
		array( 'row' => 1, 'field' => 'value', 'rule' => 'required', 'limit' => null ),
	),
) as $what => list( $wrong, $found ) ) {
	test(
		"refuses {$what}, and names its row",
		static fn () => assert_same( $found, $problem( $row( 'a', 'b' ), $wrong ) )
	);
}
