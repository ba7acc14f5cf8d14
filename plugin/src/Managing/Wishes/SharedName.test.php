<?php
declare( strict_types=1 );

namespace Largesse\Managing\Wishes;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

test(
	'is one line without the address',
	static fn () => assert_same( 'Red jug, 2 l', SharedName::of( "Red\n jug,\u{a0}2 l https://shop.example/jug?a=1 " ) )
);

test(
	'is the words around the address, without the punctuation',
	static fn () => assert_same(
		array( '水壶 红色的', 'Jug 2 l', 'Jug', 'Blue jug', 'A.' ),
		array_map(
			SharedName::of( ... ),
			array(
				'水壶：https://shop.example/kettle，红色的',
				'Jug (https://shop.example/jug) 2 l',
				"Jug 'https://shop.example/jug'",
				'Blue jug: www.shop.example/jug',
				'A.',
			)
		)
	)
);

test(
	'keeps joiners, and drops soft hyphens and marks of direction',
	static fn () => assert_same(
		"Wasserkocher نیم\u{200c}فاصله 👩\u{200d}🍳 xy",
		SharedName::of( "Wasser\u{ad}kocher نیم\u{200c}فاصله 👩\u{200d}🍳 x\u{202e}y" )
	)
);

test(
	'contains entities decoded once',
	static function () {
		assert_same( 'Salt & Pia’s <jug>', SharedName::of( 'Salt &amp; Pia&#8217;s &lt;jug&gt;' ) );
		assert_same( 'R&D &amp; more', SharedName::of( 'R&D &amp;amp; more' ) );
	}
);

test(
	'stays the same when a page passes it to another page',
	static function () {
		foreach ( array( 'Salt & jug', 'Salt &amp; jug', 'a&lt;b' ) as $name ) {
			assert_same( $name, SharedName::of( SharedName::encode( $name ) ) );
		}
	}
);

test(
	'has at most 100 characters',
	static function () {
		assert_same( str_repeat( 'ä', 100 ), SharedName::of( str_repeat( 'ä', 100 ) ) );
		assert_same( str_repeat( 'ä', 99 ) . '…', SharedName::of( str_repeat( 'ä', 101 ) ) );
	}
);
