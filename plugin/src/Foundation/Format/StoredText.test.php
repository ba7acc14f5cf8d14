<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Format;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\brief;
use function Largesse\Testing\rule_cases;
use function Largesse\Testing\test;

$texts = array(
	'Plain.',
	"One\n\nTwo\nthree\n\n\n\nFour",
	"  indented\n\ttabs  ",
	"\n\nbegins and ends with blank lines\n\n",
	'Mum & Dad <3 > 2',
	'&lt; &amp;amp; &#38; &#x26; &amp;#38; &#091; &nbsp; &copy &#0; &hellip;',
	'<script>alert(1)</script><p>no <b>tags</b></p>',
	'[gallery] [[gallery]] [caption id="1"]x[/caption]',
	'<!--more--> <!-- wp:paragraph --> -->',
	'back\\slash \\\\ \\n \\0 \\"',
	'"double" \'single\' `tick` “curly” – — … % %s $1 {{x}}',
	'emoji 🎁👨‍👩‍👧 שלום עליכם مرحبا',
	'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
	"https://video.example/a://b\n\nftp://x",
);
foreach ( $texts as $text ) {
	test(
		'encodes ' . brief( $text ) . ' so that nothing in it means anything to WordPress, and decodes it',
		static function () use ( $text ): void {
			$stored = StoredText::to_story( $text );
			assert_same( 0, preg_match( '~[<>[\]]|://~', $stored ), $stored );
			assert_same( $text, StoredText::of_story( $stored ) );
		}
	);
}

test(
	'decodes what it encodes, whatever the text is',
	static function (): void {
		$pieces = array(
			'&',
			'#',
			';',
			'<',
			'>',
			'[',
			']',
			'/',
			':',
			'38',
			'x26',
			'amp',
			'lt',
			'p',
			'\\',
			"\n",
			' ',
			'"',
			"'",
			'-',
			'!',
			'é',
			'🎁',
			'://',
			'&#',
			'</p>',
			'<br>',
		);
		mt_srand( 20270612 );
		for ( $round = 0; $round < 200; $round++ ) {
			$text = '';
			for ( $length = 0; $length < 60; $length++ ) {
				$text .= $pieces[ mt_rand( 0, count( $pieces ) - 1 ) ];
			}
			assert_same( $text, StoredText::of_story( StoredText::to_story( $text ) ) );
		}
	}
);

test(
	'makes line ends one kind, and drops control characters',
	static fn () => assert_same( "One\ntwo\nthree", StoredText::to_story( "One\r\ntwo\rthree\x07" ) )
);

$spaces  = str_repeat( ' ', 300_000 );
$lines   = str_repeat( "\n", 300_000 );
$written = array(
	array( '', '' ),
	array( "<p>One</p>\n<p>Two<br />three</p>\n", "One\n\nTwo\nthree" ),
	array( '<p>One</p><p>Two &amp; three<br>four</p>', "One\n\nTwo & three\nfour" ),
	array( "One\r\n\r\nTwo &hellip;", "One\n\nTwo …" ),
	array( 'a < b', null ),
	array( '<p class="x">One</p>', null ),
	array( 'One <em>two</em>', null ),
	array( '<pre>x</pre>', null ),
	array( '<!-- wp:paragraph --><p>One</p><!-- /wp:paragraph -->', null ),
	array( "<p>One{$spaces}Two<br>", "One{$spaces}Two" ),
	array( "<p>One{$lines}Two</p> ", "One{$lines}Two" ),
	array( 'See [1] and [nothing]', 'See [1] and [nothing]' ),
);
foreach ( $written as list( $html, $text ) ) {
	test(
		( null === $text ? 'finds formatting in ' : 'reads ' ) . brief( $html ),
		static fn () => assert_same( $text, StoredText::of_story( $html ) )
	);
}

foreach ( rule_cases( 'titles' ) as $number => $case ) {
	test(
		'encodes ' . brief( $case['typed'] ) . " and decodes it ({$number})",
		static function () use ( $case ): void {
			assert_same( $case['stored'], StoredText::to_title( $case['typed'] ) );
			assert_same( $case['typed'], StoredText::of_title( $case['stored'] ) );
		}
	);
}
foreach ( rule_cases( 'storedTitles' ) as $number => $case ) {
	test(
		'decodes the stored title ' . brief( $case['stored'] ) . " ({$number})",
		static fn () => assert_same( $case['title'], StoredText::of_title( $case['stored'] ) )
	);
}

foreach ( array(
	'keeps valid text'               => array( "Pot für Oma 🎁\n", "Pot für Oma 🎁\n" ),
	'drops an impossible byte'       => array( "Pot\xFF", 'Pot' ),
	'drops an unfinished sequence'   => array( "Pot \xE2\x80", 'Pot ' ),
	'drops a continuation byte'      => array( "\x80Pot", 'Pot' ),
	'drops half of a surrogate pair' => array( "P\xED\xA0\x80ot", 'Pot' ),
	'keeps question marks'           => array( "Pot?\xFF", 'Pot?' ),
) as $what => list( $text, $clean ) ) {
	test( $what, static fn () => assert_same( $clean, StoredText::valid_utf8( $text ) ) );
}
test(
	'leaves the settings of PHP as they were',
	static function () {
		$former = mb_substitute_character();
		StoredText::valid_utf8( "\xFF" );
		assert_same( $former, mb_substitute_character() );
	}
);
foreach ( array(
	" a\r\n b\t\u{2028}c\x07d " => 'a b c d',
	"Gr\xF6\xDFe 5"             => 'Gre 5',
	"\u{A0}a\u{A0}\u{A0}b"      => 'a b',
	"\n"                        => '',
) as $typed => $line ) {
	test(
		'puts ' . brief( $typed ) . ' on one line',
		static fn () => assert_same( $line, StoredText::one_line( $typed ) )
	);
}
