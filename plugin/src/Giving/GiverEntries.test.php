<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\brief;
use function Largesse\Testing\test;

$id    = static fn ( int $number ): string => sprintf( '%08d-2222-4333-8444-555555555555', $number );
$entry = static fn ( int $item, string $state = GiverEntries::GIFT ): array => array( 'registry_id' => 2147483647, 'item_id' => $item, 'state' => $state );
$sign  = static fn ( string $text ): string => md5( "secret|{$text}" );
$all   = array( $id( 1 ) => $entry( 36 ), $id( 2 ) => $entry( 5, GiverEntries::SENT ), $id( 3 ) => $entry( 7, GiverEntries::OPEN ) );
$text  = GiverEntries::write( $all, $sign );

test( 'are read as they were written', static fn () => assert_same( $all, GiverEntries::read( $text, $sign ) ) );
test( 'are short, and in signs that cookies may contain', static fn () => assert_same( array( 1, true ), array( preg_match( '/^[0-9a-z.~-]+$/', $text ), strlen( $text ) < 180 ) ) );
test( 'are an empty text if there are none', static fn () => assert_same( '', GiverEntries::write( array(), $sign ) ) );
foreach ( array( '', null, array( $text ), 'x', substr( $text, 1 ), "z.{$text}", "{$text}0", str_replace( '.10.', '.11.', $text ), GiverEntries::write( $all, md5( ... ) ) ) as $forged ) {
	test( 'are none in ' . brief( $forged ), static fn () => assert_same( array(), GiverEntries::read( $forged, $sign ) ) );
}
test( 'of an unknown state are gifts', static fn () => assert_same( array( GiverEntries::GIFT ), array_column( GiverEntries::read( 'a.b.' . str_repeat( '0', 32 ) . '.9-' . $sign( 'a.b.' . str_repeat( '0', 32 ) . '.9' ), $sign ), 'state' ) ) );
test(
	'are the last 30 gifts, and the last 10 forms in each state, in their order',
	static function () use ( $id, $entry ): void {
		$entries = array();
		foreach ( array( 100 => GiverEntries::SENT, 200 => GiverEntries::GIFT, 300 => GiverEntries::OPEN ) as $first => $state ) {
			foreach ( range( $first + 1, $first + 32 ) as $number ) {
				$entries[ $id( $number ) ] = $entry( $number, (string) $state );
			}
		}
		assert_same( array( ...range( 123, 132 ), ...range( 203, 232 ), ...range( 323, 332 ) ), array_column( GiverEntries::newest( $entries ), 'item_id' ) );
		assert_same( range( 201, 232 ), array_column( GiverEntries::in_state( $entries, GiverEntries::GIFT ), 'item_id' ) );
	}
);
