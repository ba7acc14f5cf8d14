<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Format;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\brief;
use function Largesse\Testing\rule_cases;
use function Largesse\Testing\test;

foreach ( array(
	'https://shop.example/x?a=1'             => 'https://shop.example/x?a=1',
	' https://shop.example/x '               => 'https://shop.example/x',
	'shop.example/x'                         => 'https://shop.example/x',
	'http:/shop.example/x'                   => 'http://shop.example/x',
	'"https://shop.example/x"'               => 'https://shop.example/x',
	'https://shop.example/red jug'           => 'https://shop.example/red%20jug',
	'kettle-red-blue'                        => '',
	'shop.example:8080/x'                    => 'https://shop.example:8080/x',
	'//shop.example/x'                       => 'https://shop.example/x',
	'HTTP://shop.example'                    => 'HTTP://shop.example',
	'javascript:alert(1)'                    => '',
	'data:text/html,x'                       => '',
	'ftp://shop.example/x'                   => '',
	'https://'                               => '',
	'https:///x'                             => 'https://x',
	"https://shop.example/\r\nSet-Cookie: x" => '',
	"https://shop.example/\x7f"              => 'https://shop.example/',
	'https://shop.example:99999/'            => '',
	'blue teapot from the market'            => '',
	'https://blue%20teapot'                  => '',
	'https://shop.example\\x|y'              => 'https://shop.example\\x|y',
	'https://[2001:db8::1]/x'                => 'https://[2001:db8::1]/x',
	'https://bücher.example/x'               => 'https://bücher.example/x',
	''                                       => '',
) as $typed => $address ) {
	test(
		'makes ' . brief( $address ) . ' of the shop ' . brief( $typed ),
		static fn () => assert_same( $address, WebAddress::of_shop( $typed ) )
	);
}
foreach (
	array( 'shop.example/x.png', '//shop.example/x.png', '/x.png', 'data:image/png;base64,x', 'x', '' ) as $typed
) {
	test(
		'takes ' . brief( $typed ) . ' for no complete address',
		static fn () => assert_same( '', WebAddress::of( $typed ) )
	);
}

foreach ( rule_cases( 'typedAddresses' ) as $number => $case ) {
	$read = array(
		'address' => $case['address'] ?? '',
		'fault'   => $case['fault'] ?? '',
	);
	test(
		'reads the typed address ' . brief( $case['typed'] ) . " ({$number})",
		static fn () => assert_same( $read, WebAddress::read( $case['typed'] ) )
	);
}
foreach ( rule_cases( 'webAddresses' ) as $number => $case ) {
	test(
		( $case['isOpened'] ? 'accepts ' : 'refuses ' ) . brief( $case['address'] ) . " ({$number})",
		static fn () => assert_same( $case['isOpened'], '' === WebAddress::fault( $case['address'] ) )
	);
}
foreach ( rule_cases( 'addressesInTexts' ) as $number => $case ) {
	test(
		'finds an address in ' . brief( $case['text'] ) . " ({$number})",
		static fn () => assert_same( (string) $case['address'], WebAddress::in_text( $case['text'] ) )
	);
}
foreach ( array(
	'www.shop.example/kettle'                          => 'https://www.shop.example/kettle',
	'Look at www.shop.example/kettle?a=1&b=2!'         => 'https://www.shop.example/kettle?a=1&b=2',
	'Kettle (WWW.Shop.example).'                       => 'https://WWW.Shop.example',
	"Kettle\nwww.münchen.example/a"                    => 'https://www.münchen.example/a',
	'看www.shop.example/a，很好'                            => 'https://www.shop.example/a',
	'“www.shop.example/a”'                             => 'https://www.shop.example/a',
	'At www.shop.example: https://www.shop.example/p1' => 'https://www.shop.example/p1',
	'https://shop.example/?of=\'www.other.example\''   => "https://shop.example/?of='www.other.example'",
	'awww.shop.example'                                => '',
	'ada@www.shop.example'                             => '',
	'Bowww.so.cute and www. or www.shop'               => '',
) as $text => $address ) {
	test(
		'finds an address with www. in ' . brief( $text ),
		static fn () => assert_same( $address, WebAddress::in_text( $text ) )
	);
}
test(
	'finds an address in a long text',
	static fn () => assert_same(
		'https://shop.example/' . str_repeat( 'a', 5000 ),
		WebAddress::in_text( str_repeat( 'x ', 2000 ) . 'https://shop.example/' . str_repeat( 'a', 5000 ) . ' x' )
	)
);

$site = static fn ( mixed $address ): string => WebAddress::on_site( $address, 'https://Site.example:81/shop/' );
foreach ( array(
	'https://Site.example:81/shop/a?b=1#top' => 'https://Site.example:81/shop/a?b=1#top',
	'HTTP://site.EXAMPLE:81/shop/a'          => 'https://Site.example:81/shop/a',
	'/shop/?x=http://evil.example/'          => 'https://Site.example:81/shop/?x=http://evil.example/',
	'/shop/a:80'                             => 'https://Site.example:81/shop/a:80',
) as $address => $absolute ) {
	test( "accepts {$address}", static fn () => assert_same( $absolute, $site( $address ) ) );
}
foreach (
	array(
		'https://site.example:81/shopper/',
		'/other',
		'https://site.example/shop/',
		'https://site.example:82/shop/',
		'https://user@site.example:81/shop/',
		'https://user:word@site.example:81/shop/',
		'ftp://site.example:81/shop/',
		'https:/shop/',
		'shop/a',
	) as $other
) {
	test( "refuses {$other}, which is not in the folder of the site", static fn () => assert_same( '', $site( $other ) ) );
}

$root = static fn ( mixed $address ): string => WebAddress::on_site( $address, 'http://site.example/' );
test(
	'accepts pages of a site without a folder',
	static fn () => assert_same(
		array( 'http://site.example/', 'http://site.example/a' ),
		array( $root( 'http://site.example' ), $root( '/a' ) )
	)
);
foreach (
	array(
		null,
		array( '/a' ),
		'',
		'https://evil.example/',
		'//evil.example/x',
		'/\\evil.example',
		'https:evil.example',
		'javascript:alert(1)',
		'http://site.example@evil.example/',
		'http://site.example.evil.example/',
		'http://site.example//evil.example',
		'/%0d%0aSet-Cookie:x=1',
		"/a\nb",
		'/a b',
		'/<b>',
		'/wp-login.php?action=logout',
		'http://site.example/wp-login.php',
	) as $other
) {
	test( 'refuses ' . brief( $other ), static fn () => assert_same( '', $root( $other ) ) );
}
