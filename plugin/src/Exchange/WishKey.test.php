<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$key = static fn ( string $url, string $name = 'Kettle', string $by = ImportFile::BY_NAME ): string => WishKey::of( $by, $url, $name );

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
	test( ( $is_same ? 'knows the address again in' : 'finds another address in' ) . " “{$url}”", static fn () => assert_same( $is_same, $key( 'https://shop.example/kettle' ) === $key( $url ) ) );
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
		assert_same( $key( 'shop.example/a', 'Red', ImportFile::BY_ADDRESS ), $key( 'https://shop.example/a', 'Blue', ImportFile::BY_ADDRESS ) );
		assert_same( false, $key( 'shop.example/a', 'Red' ) === $key( 'shop.example/a', 'Blue' ) );
		assert_same( $key( '', 'Red' ), $key( '', 'red', ImportFile::BY_ADDRESS ) );
		assert_same( false, $key( '', 'Red', ImportFile::BY_ADDRESS ) === $key( '', 'Blue', ImportFile::BY_ADDRESS ) );
	}
);
