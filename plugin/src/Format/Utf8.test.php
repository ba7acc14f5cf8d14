<?php
declare( strict_types=1 );

namespace Largesse\Format;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

foreach ( array(
	'keeps valid text'               => array( "Pot für Oma 🎁\n", "Pot für Oma 🎁\n" ),
	'drops an impossible byte'       => array( "Pot\xFF", 'Pot' ),
	'drops an unfinished sequence'   => array( "Pot \xE2\x80", 'Pot ' ),
	'drops a continuation byte'      => array( "\x80Pot", 'Pot' ),
	'drops half of a surrogate pair' => array( "P\xED\xA0\x80ot", 'Pot' ),
	'keeps question marks'           => array( "Pot?\xFF", 'Pot?' ),
) as $what => list( $text, $clean ) ) {
	test( $what, static fn () => assert_same( $clean, Utf8::clean( $text ) ) );
}
test(
	'leaves the settings of PHP as they were',
	static function () {
		$former = mb_substitute_character();
		Utf8::clean( "\xFF" );
		assert_same( $former, mb_substitute_character() );
	}
);
