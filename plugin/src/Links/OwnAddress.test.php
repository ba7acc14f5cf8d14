<?php
declare( strict_types=1 );

namespace Largesse\Links;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\brief;
use function Largesse\Testing\test;

$site = new OwnAddress( 'https://Site.example:81/shop/' );
foreach ( array(
	'https://Site.example:81/shop/a?b=1#top' => 'https://Site.example:81/shop/a?b=1#top',
	'HTTP://site.EXAMPLE:81/shop/a'          => 'https://Site.example:81/shop/a',
	'/shop/?x=http://evil.example/'          => 'https://Site.example:81/shop/?x=http://evil.example/',
	'/shop/a:80'                             => 'https://Site.example:81/shop/a:80',
) as $address => $absolute ) {
	test( "accepts {$address}", static fn () => assert_same( $absolute, $site->absolute( $address ) ) );
}
foreach ( array( 'https://site.example:81/shopper/', '/other', 'https://site.example/shop/', 'https://site.example:82/shop/', 'https://user@site.example:81/shop/', 'https://user:word@site.example:81/shop/', 'ftp://site.example:81/shop/', 'https:/shop/', 'shop/a' ) as $other ) {
	test( "refuses {$other}, which is not in the folder of the site", static fn () => assert_same( '', $site->absolute( $other ) ) );
}

$root = new OwnAddress( 'http://site.example/' );
test( 'accepts pages of a site without a folder', static fn () => assert_same( array( 'http://site.example/', 'http://site.example/a' ), array( $root->absolute( 'http://site.example' ), $root->absolute( '/a' ) ) ) );
foreach ( array( null, array( '/a' ), '', 'https://evil.example/', '//evil.example/x', '/\\evil.example', 'https:evil.example', 'javascript:alert(1)', 'http://site.example@evil.example/', 'http://site.example.evil.example/', 'http://site.example//evil.example', '/%0d%0aSet-Cookie:x=1', "/a\nb", '/a b', '/<b>', '/wp-login.php?action=logout', 'http://site.example/wp-login.php' ) as $other ) {
	test( 'refuses ' . brief( $other ), static fn () => assert_same( '', $root->absolute( $other ) ) );
}
