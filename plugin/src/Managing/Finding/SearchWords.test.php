<?php
declare( strict_types=1 );

namespace Largesse\Managing\Finding;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$number = 0;
foreach ( array(
	'  ANNA   berger '            => 'anna berger',
	"Anna's"                      => 'anna',
	'Anna’s Wünsche'              => 'anna wünsche',
	"O'Brien, Zoë"                => 'obrien zoë',
	"D'Alessandro-Rossi"          => 'dalessandro rossi',
	'Straßer STRAẞE'              => 'strasser strasse',
	'Γιώργος ΓΙΏΡΓΟΣ'             => 'γιώργοσ γιώργοσ',
	"\u{202E}לוי\u{202C}"         => 'לוי',
	'Дмитрий 🎁 山田太郎'             => 'дмитрий 山田太郎',
	'12. Juni 2027'               => '12 juni 2027',
	'_n_a A%B %1$s {} "; --'      => 'n a a b 1 s',
	"a\xFFb"                      => 'ab',
	"mu\u{308}ller"               => 'muller',
	''                            => '',
	'🎁 & … '                     => '',
	str_repeat( 'x', 40 ) . ' y'  => str_repeat( 'x', 30 ) . ' y',
	str_repeat( 'a ', 100 )       => trim( str_repeat( 'a ', 60 ) ),
	str_repeat( 'x', 1000 ) . 'y' => str_repeat( 'x', 30 ),
	str_repeat( ' ', 1000 ) . 'y' => '',
) as $text => $words ) {
	$shown = (string) preg_replace( '/[^ -~]/', '?', substr( (string) $text, 0, 30 ) ) . ', ' . ++$number;
	test(
		"the words of {$shown}",
		static fn () => assert_same( $words, implode( ' ', SearchWords::in( (string) $text ) ) )
	);
}

foreach ( array(
	'Tom und Anna'            => 'tom anna',
	'Tom y Anna et Berger and' => 'tom anna berger',
	'und'                     => 'und',
	'und et'                  => 'und et',
	'Andrea Undine'           => 'andrea undine',
	'a b c d e f g h i'       => 'a b c d e f g h',
	'und a b c d e f g h'     => 'a b c d e f g h',
) as $text => $words ) {
	test(
		"a search for “{$text}” needs “{$words}”",
		static fn () => assert_same( $words, implode( ' ', SearchWords::typed( $text ) ) )
	);
}

foreach ( array(
	'Karl-Heinz Straßer und A. Und' => 'karl heinz strasser und a und karlheinz',
	'Anna‐Lena-Sofie Ott'           => 'anna lena sofie ott annalenasofie',
	'Anna – Tom'                    => 'anna tom',
	'7-8'                           => '7 8',
) as $names => $words ) {
	test(
		"“{$names}” can be found by its words",
		static fn () => assert_same( $words, implode( ' ', SearchWords::of_names( $names ) ) )
	);
}
