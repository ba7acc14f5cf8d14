<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Service\BrokenRule;
use Largesse\Foundation\Service\Rules;
use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$broken = static fn ( array $fields ): array => array_map(
	static fn ( BrokenRule $rule ): string => $rule->name,
	( new ImportWish( 1, $fields + array( 'name' => 'Pot' ) ) )->problems()
);

// Each case: the fields, and the broken rules by field.
foreach ( array(
	array( array(), array() ),
	array( array( 'name' => '' ), array( 'name' => 'minLength' ) ),
	array( array( 'name' => null ), array( 'name' => 'minLength' ) ),
	array( array( 'name' => 7 ), array( 'name' => 'type' ) ),
	array( array( 'name' => str_repeat( 'é', 101 ) ), array( 'name' => 'maxLength' ) ),
	array( array( 'url' => '', 'image_url' => '', 'retailer' => '', 'description' => '' ), array() ),
	array( array( 'url' => 'x' ), array( 'url' => 'minLength' ) ),
	array( array( 'url' => 'blue teapot from the market' ), array( 'url' => 'format' ) ),
	array( array( 'description' => str_repeat( 'x', 501 ) ), array( 'description' => 'maxLength' ) ),
	array( array( 'price' => 0.01, 'quantity_needed' => Rules::MAX_SAFE ), array() ),
	array( array( 'price' => 0 ), array( 'price' => 'exclusiveMinimum' ) ),
	array( array( 'price' => '9' ), array( 'price' => 'type' ) ),
	array( array( 'price' => INF ), array( 'price' => 'maximum' ) ),
	array( array( 'price' => 9, 'currency' => 'GBP' ), array() ),
	array( array( 'price' => 9, 'currency' => 'pounds' ), array( 'currency' => 'format' ) ),
	array( array( 'currency' => 7 ), array( 'currency' => 'type' ) ),
	array( array( 'quantity_needed' => 0 ), array( 'quantity_needed' => 'minimum' ) ),
	array( array( 'quantity_needed' => 1.5 ), array( 'quantity_needed' => 'type' ) ),
	array( array( 'quantity_needed' => Rules::MAX_SAFE + 1 ), array( 'quantity_needed' => 'maximum' ) ),
	array( array( 'heading' => str_repeat( 'é', Rules::MAX_HEADING_CHARS ) ), array() ),
	array( array( 'heading' => str_repeat( 'x', Rules::MAX_HEADING_CHARS + 1 ) ), array( 'heading' => 'maxLength' ) ),
	array( array( 'heading' => "a\u{0}b" ), array( 'heading' => 'clean_text' ) ),
	array( array( 'heading' => array() ), array( 'heading' => 'type' ) ),
	array( array( 'most_wanted' => 'yes', 'any_number' => 1 ), array( 'any_number' => 'type', 'most_wanted' => 'type' ) ),
	array( array( 'is_active' => 'ignored', 'id' => 'ignored' ), array() ),
) as $index => list( $fields, $rules ) ) {
	test( "checks each field ({$index})", static fn () => assert_same( $rules, $broken( $fields ) ) );
}

$key = static fn (
	string $url,
	string $name = 'Kettle',
	string $by = ImportWish::BY_NAME
): string => ImportWish::key_of( $by, $url, $name );

foreach ( array(
	'https://shop.example/kettle'     => true,
	'http://shop.example/kettle'      => true,
	'shop.example/kettle'             => true,
	'https://www.SHOP.example/kettle' => true,
	' https://shop.example/kettle/ '  => true,
	'https://shop.example/kettle#red' => true,
	'https://shop.example/kettle/#red' => true,
	'https://shop.example/Kettle'     => false,
	'https://shop.example/kettle?a=1' => false,
	'https://shop.example/kettle//'   => false,
	'https://shop.example:8080/kettle' => false,
	'https://shop.example.org/kettle' => false,
	''                                => false,
) as $url => $is_same ) {
	test(
		( $is_same ? 'knows the address again in' : 'finds another address in' ) . " “{$url}”",
		static fn () => assert_same( $is_same, $key( 'https://shop.example/kettle' ) === $key( $url ) )
	);
}
test(
	'compares names without case and spaces',
	static function () use ( $key ): void {
		assert_same( $key( '', "THE  red\tone" ), $key( '', ' the red one ' ) );
		assert_same( false, $key( '', 'The red one' ) === $key( '', 'The blue one' ) );
	}
);
test(
	'compares by the address alone if there is one',
	static function () use ( $key ): void {
		assert_same(
			$key( 'shop.example/a', 'Red', ImportWish::BY_ADDRESS ),
			$key( 'https://shop.example/a', 'Blue', ImportWish::BY_ADDRESS )
		);
		assert_same( false, $key( 'shop.example/a', 'Red' ) === $key( 'shop.example/a', 'Blue' ) );
		assert_same( $key( '', 'Red' ), $key( '', 'red', ImportWish::BY_ADDRESS ) );
		assert_same( false, $key( '', 'Red', ImportWish::BY_ADDRESS ) === $key( '', 'Blue', ImportWish::BY_ADDRESS ) );
	}
);
