<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Format;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\brief;
use function Largesse\Testing\test;

test(
	'begins with the mark of UTF-8, quotes all cells, and ends lines as RFC 4180',
	static fn () => assert_same(
		"\u{FEFF}\"a\",\"b \"\"c\"\"\"\r\n\"1\",\"\nü\"\r\n",
		Csv::of( array( array( 'a', 'b "c"' ), array( 1, "\nü" ) ), '.' )
	)
);
test(
	'separates cells by semicolons where numbers have a comma',
	static fn () => assert_same( "\u{FEFF}\"a\";\"1,5\"\r\n", Csv::of( array( array( 'a', '1,5' ) ), ',' ) )
);

foreach (
	array( '=1+1', '+1', '-1', '@x', "\tx", "\rx", ' =1', "'=1", "''=1", "\u{A0}=1", '＝1', '＋1', '－1', '＠x' ) as $cell
) {
	test(
		'puts an apostrophe before ' . brief( $cell ),
		static fn () => assert_same( "\u{FEFF}\"'{$cell}\"\r\n", Csv::of( array( array( $cell ) ), '.' ) )
	);
}
foreach ( array( 'a=1', '1', '1-2', "'quoted'", ' x', '' ) as $cell ) {
	test(
		'leaves ' . brief( $cell ) . ' as it is',
		static fn () => assert_same( "\u{FEFF}\"{$cell}\"\r\n", Csv::of( array( array( $cell ) ), '.' ) )
	);
}
