<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$promise = array(
	'item_name'     => 'Red kettle',
	'item_price'    => 50,
	'item_currency' => null,
	'item_url'      => 'https://www.shop.example/kettle',
);
$wish    = array(
	'name'     => 'Red kettle',
	'price'    => 50,
	'currency' => null,
	'url'      => 'https://shop.example/kettle?ref=1',
);
$changed = static fn ( array $now, array $before = array() ): bool => (
	new PromisedWish( $before + $promise, $now + $wish )
)->has_changed();

test( 'the same wish, also at another page of the shop, has not changed', static fn () => assert_same( false, $changed( array() ) ) );

foreach (
	array(
		'RED  Kettle!'           => false,
		'red-kettle'             => false,
		'Blue kettle'            => true,
		'Red kettle, 2 litres'   => true,
		"Red\u{200B} kettle"     => false,
		"Re\u{0301}d kettle"     => true,
		'Bicycle'                => true,
	) as $name => $is_other
) {
	test( "the name {$name}", static fn () => assert_same( $is_other, $changed( array( 'name' => $name ) ) ) );
}

foreach (
	array(
		array( 55, null, false ),
		array( 55.01, null, true ),
		array( 45, null, false ),
		array( 44.99, null, true ),
		array( 900, null, true ),
		array( null, null, false ),
		array( 50, 'USD', true ),
		array( null, 'USD', false ),
	) as list( $price, $currency, $is_other )
) {
	test(
		'the price ' . json_encode( array( $price, $currency ) ),
		static fn () => assert_same( $is_other, $changed( array( 'price' => $price, 'currency' => $currency ) ) )
	);
}

test(
	'a price that the promised wish did not have does not count',
	static fn () => assert_same( false, $changed( array( 'price' => 900 ), array( 'item_price' => null ) ) )
);

foreach (
	array(
		'shop.example/kettle'          => false,
		'http://WWW.Shop.example/a'    => false,
		'https://shop.example:443/'    => false,
		'https://other.example/kettle' => true,
		''                             => false,
	) as $url => $is_other
) {
	test( "the address {$url}", static fn () => assert_same( $is_other, $changed( array( 'url' => $url ) ) ) );
}

test(
	'an old promise without its wish has not changed',
	static fn () => assert_same( false, $changed( array( 'name' => 'Bicycle' ), array( 'item_name' => null ) ) )
);

test(
	'returns the promised wish as an item, also for a promise that does not contain it',
	static function (): void {
		$promise = array(
			'item_name'     => 'Kettle',
			'item_price'    => 20,
			'item_currency' => 'EUR',
			'item_url'      => 'https://shop.example/kettle',
			'quantity'      => 2,
		);
		assert_same(
			array(
				'name'     => 'Kettle',
				'price'    => 20,
				'currency' => 'EUR',
				'url'      => 'https://shop.example/kettle',
			),
			PromisedWish::item( $promise )
		);
		assert_same(
			array(
				'name'     => null,
				'price'    => null,
				'currency' => null,
				'url'      => '',
			),
			PromisedWish::item( array( 'quantity' => 1 ) )
		);
	}
);
