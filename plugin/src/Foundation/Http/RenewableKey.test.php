<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$salted = static fn ( string $salt ): \Closure => static fn ( string $text ): string => md5( "{$salt}|{$text}" );
$stored = RenewableKey::create( 'family', '7', $salted( 'salt' ) );
$of     = static fn (
	string $purpose,
	string $subject,
	string $text,
	string $salt = 'salt'
): RenewableKey => new RenewableKey( $purpose, $subject, $text, $salted( $salt ) );
$key    = (string) $of( 'family', '7', $stored )->value();

test(
	'has a key that only the stored text and the salts determine',
	static fn () => assert_same(
		array( 1, $key, true ),
		array(
			preg_match( '/^[0-9a-f]{32}$/', $key ),
			$of( 'family', '7', $stored )->value(),
			$of( 'family', '7', $stored )->matches( $key ),
		)
	)
);
test( 'does not store the key', static fn () => assert_same( false, str_contains( $stored, $key ) ) );
test(
	'has another key each time that it is created',
	static fn () => assert_same(
		false,
		$of( 'family', '7', RenewableKey::create( 'family', '7', $salted( 'salt' ) ) )->matches( $key )
	)
);
foreach ( array(
	'no stored text'    => $of( 'family', '7', '' ),
	'changed salts'     => $of( 'family', '7', $stored, 'other' ),
	'another subject'   => $of( 'family', '8', $stored ),
	'another purpose'   => $of( 'circle', '7', $stored ),
	'a damaged text'    => $of( 'family', '7', explode( '-', $stored )[0] ),
	'a text without it' => $of( 'family', '7', '-' . explode( '-', $stored )[1] ),
) as $what => $other ) {
	test(
		"opens nothing with {$what}",
		static fn () => assert_same(
			array( null, false, false, false ),
			array(
				$other->value(),
				$other->matches( $key ),
				$other->matches( '' ),
				$other->matches( $salted( 'salt' )( 'family|none' ) ),
			)
		)
	);
}
test(
	'matches no other key',
	static fn () => assert_same(
		array( false, false, false ),
		array(
			$of( 'family', '7', $stored )->matches( strtoupper( $key ) . '0' ),
			$of( 'family', '7', $stored )->matches( substr( $key, 1 ) ),
			$of( 'family', '7', $stored )->matches( '' ),
		)
	)
);
