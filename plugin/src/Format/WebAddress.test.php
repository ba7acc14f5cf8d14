<?php
declare( strict_types=1 );

namespace Largesse\Format;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\brief;
use function Largesse\Testing\test;

foreach ( array(
	'https://shop.example/x?a=1'             => 'https://shop.example/x?a=1',
	' https://shop.example/x '               => 'https://shop.example/x',
	'shop.example/x'                         => 'https://shop.example/x',
	'shop.example:8080/x'                    => 'https://shop.example:8080/x',
	'//shop.example/x'                       => 'https://shop.example/x',
	'HTTP://shop.example'                    => 'HTTP://shop.example',
	'javascript:alert(1)'                    => '',
	'data:text/html,x'                       => '',
	'ftp://shop.example/x'                   => '',
	'https://'                               => '',
	'https:///x'                             => '',
	"https://shop.example/\r\nSet-Cookie: x" => '',
	"https://shop.example/\x7f"              => '',
	'https://shop.example:99999/'            => '',
	'blue teapot from the market'            => '',
	'https://blue%20teapot'                  => '',
	'https://shop.example\\x|y'              => '',
	'https://[2001:db8::1]/x'                => 'https://[2001:db8::1]/x',
	'https://bücher.example/x'               => 'https://bücher.example/x',
	''                                       => '',
) as $typed => $address ) {
	test( 'makes ' . brief( $address ) . ' of the shop ' . brief( $typed ), static fn () => assert_same( $address, WebAddress::of_shop( $typed ) ) );
}
foreach ( array( 'shop.example/x.png', '//shop.example/x.png', '/x.png', 'data:image/png;base64,x', 'x', '' ) as $typed ) {
	test( 'takes ' . brief( $typed ) . ' for no complete address', static fn () => assert_same( '', WebAddress::of( $typed ) ) );
}
