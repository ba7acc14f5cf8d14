<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\brief;
use function Largesse\Testing\test;

$id    = static fn ( int $number ): string => sprintf( '%08d-2222-4333-8444-555555555555', $number );
$entry = static fn ( int $item, bool $is_sent = false ): array => array( 'registry_id' => 2147483647, 'item_id' => $item, 'is_sent' => $is_sent );
$sign  = static fn ( string $text ): string => md5( "secret|{$text}" );
$all   = array( $id( 1 ) => $entry( 36 ), $id( 2 ) => $entry( 5, true ) );
$text  = GiftCookieEntries::write( $all, $sign );

test( 'are read as they were written', static fn () => assert_same( $all, GiftCookieEntries::read( $text, $sign ) ) );
test( 'are short, and in signs that cookies may contain', static fn () => assert_same( array( 1, true ), array( preg_match( '/^[0-9a-z.~-]+$/', $text ), strlen( $text ) < 180 ) ) );
test( 'are an empty text if there are none', static fn () => assert_same( '', GiftCookieEntries::write( array(), $sign ) ) );
foreach ( array( '', null, array( $text ), 'x', substr( $text, 1 ), "z.{$text}", "{$text}0", str_replace( '.10.', '.11.', $text ), GiftCookieEntries::write( $all, md5( ... ) ) ) as $forged ) {
	test( 'are none in ' . brief( $forged ), static fn () => assert_same( array(), GiftCookieEntries::read( $forged, $sign ) ) );
}
