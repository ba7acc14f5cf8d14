<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Service;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\brief;
use function Largesse\Testing\rule_cases;
use function Largesse\Testing\test;

foreach ( rule_cases( 'fields' ) as $number => $case ) {
	$verb  = isset( $case['rule'] ) ? 'refuses' : 'accepts';
	$value = 'invitee' === $case['field'] && is_string( $case['value'] )
		? FieldRules::trim( $case['value'] )
		: $case['value'];
	test(
		"{$verb} {$case['field']} " . brief( $case['value'] ) . " ({$number})",
		static fn () => assert_same( $case['rule'] ?? null, FieldRules::problem( $case['field'], $value )?->text() )
	);
}
foreach ( rule_cases( 'visible' ) as $number => $case ) {
	$verb = $case['isVisible'] ? 'sees' : 'sees nothing in';
	test(
		"{$verb} " . brief( $case['text'] ) . " ({$number})",
		static fn () => assert_same( $case['isVisible'], FieldRules::is_visible( $case['text'] ) )
	);
}
foreach ( rule_cases( 'links' ) as $number => $case ) {
	$verb = $case['isTaken'] ? 'accepts' : 'refuses';
	test(
		"{$verb} the affiliate link " . brief( $case['link'] ) . " ({$number})",
		static fn () => assert_same( $case['isTaken'] ? 1 : 0, preg_match( Rules::HTTP_ADDRESS, $case['link'] ) )
	);
}

test(
	'refuses text that is no UTF-8',
	static function (): void {
		foreach ( array( 'title', 'story', 'message' ) as $field ) {
			assert_same( 'clean_text', FieldRules::problem( $field, "a\xff" )?->name, $field );
		}
	}
);

test(
	'reads prices from number fields',
	static function (): void {
		foreach ( array( '12.5' => 12.5, '0.01' => 0.01, '.5' => 0.5, '49' => 49 ) as $typed => $price ) {
			assert_same( $price, FieldRules::typed_price( (string) $typed ), (string) $typed );
		}
		foreach (
			array(
				'',
				'0',
				'-1',
				'+1',
				'12,5',
				'12.',
				'1 000',
				' 5',
				"5\n",
				'0x1A',
				'free',
				'1e3',
				'99999999999999999',
			) as $typed
		) {
			assert_same( null, FieldRules::typed_price( $typed ), $typed );
		}
	}
);

test(
	'removes invisible marks, but not the joiners of words and emoji',
	static function (): void {
		$marks = array(
			...array( 0xAD, 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, 0xFEFF ),
			...range( 0x202A, 0x202E ),
			...range( 0x2060, 0x2064 ),
			...range( 0x2066, 0x206F ),
		);
		foreach ( $marks as $mark ) {
			assert_same( 'ab', FieldRules::without_marks( 'a' . mb_chr( $mark, 'UTF-8' ) . 'b' ), dechex( $mark ) );
		}
		foreach ( array( "\u{200C}", "\u{200D}", "\u{FE0F}", "\u{A0}", "\xff" ) as $kept ) {
			assert_same( "a{$kept}b", FieldRules::without_marks( "a{$kept}b" ) );
		}
	}
);

foreach ( array(
	'keeps lines, quotes and HTML as they are'     => array(
		"Ada & <b>Lin</b>\r\nMain St. 5\r12\" Rd",
		array( 'Ada & <b>Lin</b>', 'Main St. 5', '12" Rd' ),
	),
	'drops lines that show nothing'                => array(
		"\n Ada \n\u{200B}\n \u{3164}\nLane 5\n\n",
		array( 'Ada', 'Lane 5' ),
	),
	'replaces control characters and many spaces'  => array( "Ada\0\tLin  x\u{2028}Lane", array( 'Ada Lin x', 'Lane' ) ),
	'removes invalid bytes'                        => array( "Gr\xF6\xDFe 5", array( 'Gre 5' ) ),
	'removes changes of direction, but keeps marks' => array(
		"\u{202E}5 enaL\u{202C}\u{2066}\nרחוב\u{200F} 5",
		array( '5 enaL', "רחוב\u{200F} 5" ),
	),
	'reads nothing'                                => array( " \n\u{200B}", array() ),
) as $what => list( $typed, $lines ) ) {
	test( $what, static fn () => assert_same( $lines, FieldRules::lines( $typed ) ) );
}
