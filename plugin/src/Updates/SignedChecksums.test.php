<?php
declare( strict_types=1 );

namespace Largesse\Updates;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

const CHECKSUMS = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef  largesse-plugin-2.0.0.zip\nfedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210  largesse-theme-2.0.0.zip\n";

// OpenSSH created the keys, and the signatures of CHECKSUMS with the first key: `ssh-keygen -Y sign -n largesse-release`.
const PUBLIC_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAICEVjGzJRWd4uxQq7dBWecHB+FOnwaBzVcoEYgx9j1PP release@largesse.invalid';
const OTHER_KEY  = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAINqxVpPoXo1rfsrcxVjjJ12J9cEg37W499mD4+aUbytX';
const SIGNATURE  = '-----BEGIN SSH SIGNATURE-----
U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgIRWMbMlFZ3i7FCrt0FZ5wcH4U6
fBoHNVygRiDH2PU88AAAAQbGFyZ2Vzc2UtcmVsZWFzZQAAAAAAAAAGc2hhNTEyAAAAUwAA
AAtzc2gtZWQyNTUxOQAAAEDIXbSVQVSmLtqavXWHHFlvEY3njLcwjSlOkW6JRsur+Bfd1P
H/PwnUpmN1uvPpNEESCOtCbWRNX7BmmzX28bkK
-----END SSH SIGNATURE-----
';

// A signature of CHECKSUMS with the first key for another purpose (`-n other`).
const OTHER_PURPOSE = '-----BEGIN SSH SIGNATURE-----
U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgIRWMbMlFZ3i7FCrt0FZ5wcH4U6
fBoHNVygRiDH2PU88AAAAFb3RoZXIAAAAAAAAABnNoYTUxMgAAAFMAAAALc3NoLWVkMjU1
MTkAAABAgvyv29gcBkuZ6ZSlDIC/JfsL0bp0r/j7fXjro6oyTKx1ZUtkEw6rTS4GaDwEYo
G9pBT1ecUAR2X5Tzb/JqPLAA==
-----END SSH SIGNATURE-----
';

/** Returns SIGNATURE with changed bytes. */
$changed  = static fn ( callable $change ): string => "-----BEGIN SSH SIGNATURE-----\n" . base64_encode( $change( base64_decode( preg_replace( '/^-.*$|\s/m', '', SIGNATURE ), true ) ) ) . "\n-----END SSH SIGNATURE-----\n";
/** Returns arguments for $found() with a changed key, both in the signature and as the public key. */
$with_key = static function ( callable $change ) use ( $changed ): array {
	$field = static fn ( string $value ): string => pack( 'N', strlen( $value ) ) . $value;
	$key   = (string) base64_decode( explode( ' ', PUBLIC_KEY )[1], true );
	return array( CHECKSUMS, $changed( static fn ( string $bytes ): string => str_replace( $field( $key ), $field( $change( $key ) ), $bytes ) ), 'ssh-ed25519 ' . base64_encode( $change( $key ) ) );
};
$found    = static fn ( string $checksums, string $signature, string $key, string $file = 'largesse-theme-2.0.0.zip' ): ?string => ( new SignedChecksums( $checksums, $signature, $key ) )->sha256_of( $file );

test( 'returns nothing for a file outside of the list', static fn () => assert_same( array( null, null ), array( $found( CHECKSUMS, SIGNATURE, PUBLIC_KEY, 'largesse-theme-2.0.1.zip' ), $found( CHECKSUMS, SIGNATURE, PUBLIC_KEY, 'theme-2.0.0.zip' ) ) ) );

// WordPress contains a replacement for this extension, but these tests need the extension itself.
if ( extension_loaded( 'sodium' ) ) {
	foreach ( array(
		'with another header'          => array( CHECKSUMS, $changed( static fn ( string $bytes ): string => 'X' . substr( $bytes, 1 ) ), PUBLIC_KEY ),
		'that is too short'            => array( CHECKSUMS, $changed( static fn ( string $bytes ): string => substr( $bytes, 0, -1 ) ), PUBLIC_KEY ),
		'that is too long'             => array( CHECKSUMS, $changed( static fn ( string $bytes ): string => $bytes . 'x' ), PUBLIC_KEY ),
		'for another purpose'          => array( CHECKSUMS, OTHER_PURPOSE, PUBLIC_KEY ),
		'that is empty'                => array( CHECKSUMS, '', PUBLIC_KEY ),
		'with another key'             => array( CHECKSUMS, SIGNATURE, OTHER_KEY ),
		'with an empty key'            => array( CHECKSUMS, SIGNATURE, '' ),
		'with a key that is too short' => $with_key( static fn ( string $key ): string => substr_replace( $key, pack( 'N', 31 ) . str_repeat( 'x', 31 ), -36 ) ),
		'with a key that is too long'  => $with_key( static fn ( string $key ): string => $key . 'x' ),
		'with a key of another kind'   => $with_key( static fn ( string $key ): string => substr_replace( $key, '8', 14, 1 ) ),
	) as $what => $arguments ) {
		test( "accepts no signature {$what}", static fn () => assert_same( null, $found( ...$arguments ) ) );
	}
	test( 'returns the checksum of a file in a signed list', static fn () => assert_same( str_repeat( 'fedcba9876543210', 4 ), $found( CHECKSUMS, SIGNATURE, PUBLIC_KEY ) ) );
	test( 'accepts no changed list', static fn () => assert_same( null, $found( CHECKSUMS . "\n", SIGNATURE, PUBLIC_KEY ) ) );
	test( 'accepts no changed signature', static fn () => assert_same( null, $found( CHECKSUMS, $changed( static fn ( string $bytes ): string => substr( $bytes, 0, -1 ) . 'x' ), PUBLIC_KEY ) ) );
}
