<?php
declare( strict_types=1 );

namespace Largesse\Registries\Links;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\brief;
use function Largesse\Testing\test;

const KEY = '0123456789abcdef0123456789abcdef';

foreach ( array( '', '.', ',', ')', '!', ' ', '。', '"', '>', '*', '/', "\u{200B}", '&', '0', 'x', "\xFF" ) as $glued ) {
	test(
		'reads a key before ' . brief( $glued ),
		static fn () => assert_same( KEY, SecretParameters::key( KEY . $glued ) )
	);
}
test( 'reads a key in capitals', static fn () => assert_same( KEY, SecretParameters::key( strtoupper( KEY ) . '.' ) ) );
test(
	'reads a key of another length',
	static fn () => assert_same( KEY . KEY, SecretParameters::key( KEY . KEY . '.', 64 ) )
);
test(
	'reads no key from other values',
	static function (): void {
		foreach (
			array( null, '', array( KEY ), substr( KEY, 1 ), ' ' . KEY, 'g' . KEY, substr( KEY, 1 ) . '.' ) as $other
		) {
			assert_same( '', SecretParameters::key( $other ), brief( $other ) );
		}
	}
);
foreach ( array(
	'7x' . KEY . '.'              => array( 7, KEY ),
	'1234567890123456X' . KEY     => array( 1_234_567_890_123_456, KEY ),
	'7x' . substr( KEY, 1 ) . '.' => array( 7, '' ),
	'0x' . KEY                    => array( 0, '' ),
	'12345678901234567x' . KEY    => array( 0, '' ),
	KEY                           => array( 0, '' ),
) as $token => $parts ) {
	test(
		"reads the number and the key of {$token}",
		static fn () => assert_same( $parts, SecretParameters::numbered_key( (string) $token ) )
	);
}
test(
	'reads no number and no key of a list',
	static fn () => assert_same( array( 0, '' ), SecretParameters::numbered_key( array( '7x' . KEY ) ) )
);
test(
	'puts a key at the end of a link',
	static fn () => assert_same(
		array( 'https://site.example/?key=' . KEY, '/?registry=7&told=back&key=' . KEY ),
		array(
			SecretParameters::link( 'https://site.example/', 'key', KEY ),
			SecretParameters::link( '/?registry=7', 'key', KEY, array( 'told' => 'back' ) ),
		)
	)
);
test(
	'corrects "&amp;" before a key',
	static fn () => assert_same(
		array( 'gift-of' => 'a', 'key' => 'b', 'x' => 'c' ),
		SecretParameters::unescape( array( 'gift-of' => 'a', 'amp;key' => 'b', 'amp;x' => 'c' ) )
	)
);
test(
	'leaves "&amp;" before other parameters',
	static fn () => assert_same(
		array( 1 => 'b', 'amp;x' => 'c' ),
		SecretParameters::unescape( array( 1 => 'b', 'amp;x' => 'c' ) )
	)
);
test(
	'leaves parameters without "&amp;"',
	static fn () => assert_same(
		array( 'circle' => 'a', 'open' => 'b' ),
		SecretParameters::unescape( array( 'circle' => 'a', 'open' => 'b' ) )
	)
);
// Each case: an address, and the address without the parameter "open".
foreach ( array(
	'/list/?open=' . KEY                         => '/list/',
	'/list/?a=1&open=' . KEY . '&b=%26'          => '/list/?a=1&b=%26',
	'/list/?open=1&o%70en=2&%20open=3&open[x]=4' => '/list/',
	'/list/?open%00x=1&+open=2&a'                => '/list/?a',
	'/list/?opened=1&reopen=2&x=open'            => '/list/?opened=1&reopen=2&x=open',
	'/open=1/?a=?open=2'                         => '/open=1/?a=?open=2',
	'/list/'                                     => '/list/',
) as $address => $left ) {
	test(
		"removes a key from {$address}",
		static function () use ( $address, $left ): void {
			$query = static fn ( string $url ): string => explode( '?', $url, 2 )[1] ?? '';
			assert_same(
				array( 'REQUEST_URI' => $left, 'QUERY_STRING' => $query( $left ), 'HTTP_REFERER' => $address ),
				SecretParameters::without(
					'open',
					array( 'REQUEST_URI' => $address, 'QUERY_STRING' => $query( $address ), 'HTTP_REFERER' => $address )
				)
			);
		}
	);
}
test(
	'leaves a request without addresses',
	static fn () => assert_same(
		array( 'argv' => array( 'open=1' ) ),
		SecretParameters::without( 'open', array( 'argv' => array( 'open=1' ) ) )
	)
);
