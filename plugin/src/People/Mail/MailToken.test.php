<?php
declare( strict_types=1 );

namespace Largesse\People\Mail;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$token = new MailToken( 'secret' );
$ada   = $token->of( 'ada@people.example' );

test(
	'is the same for all spellings of a mailbox, and without the address',
	static fn () => assert_same(
		array( true, false, 1 ),
		array(
			$token->of( 'ADA+list@people.example' ) === $ada,
			$token->of( 'ben@people.example' ) === $ada,
			preg_match( '/^[0-9a-f]{64}$/', $ada ),
		)
	)
);
test(
	'is read if the site has created it, whatever a chat adds',
	static fn () => assert_same(
		array( $ada, $ada ),
		array( $token->read( $ada ), $token->read( strtoupper( $ada ) . '.' ) )
	)
);
test(
	'names the same hash as the address',
	static fn () => assert_same( $token->hash_of( 'ada@people.example' ), MailToken::address_hash( $ada ) )
);
foreach ( array(
	'another site'     => ( new MailToken( 'other' ) )->of( 'ada@people.example' ),
	'a part'           => substr( $ada, 0, 63 ),
	'a changed proof'  => substr( $ada, 0, 63 ) . ( 'a' === $ada[63] ? 'b' : 'a' ),
	'a changed hash'   => ( 'a' === $ada[0] ? 'b' : 'a' ) . substr( $ada, 1 ),
	'the hash twice'   => str_repeat( substr( $ada, 0, 32 ), 2 ),
	'an array'         => array( $ada ),
	'nothing'          => null,
) as $what => $forged ) {
	test( "is not read from {$what}", static fn () => assert_same( '', $token->read( $forged ) ) );
}
