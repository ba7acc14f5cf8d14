<?php
declare( strict_types=1 );

namespace Largesse\Watching;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$wish = array( 'url' => 'https://shop.example/pot', 'price' => 39 );
$find = static fn ( ?array $answer, ?array $old = null, string $currency = 'EUR' ): array => array_diff_key( ShopFinding::next( $wish, $old, $answer, $currency, '2027-06-12', 9 ), array( 'of' => 0 ) );
$at   = static fn ( float|int $price, string $currency = 'EUR' ): array => array( 'state' => 'there', 'price' => $price, 'currency' => $currency );

// Each case: the service's answer, the site's currency, and the finding without its hash and its next time.
foreach ( array(
	'a shop that no longer sells it'  => array( array( 'state' => 'gone' ), 'EUR', array( 'state' => 'gone', 'day' => '2027-06-12' ) ),
	'a sold-out product'              => array( array( 'state' => 'sold_out' ) + $at( 99 ), 'EUR', array( 'state' => 'sold_out', 'day' => '2027-06-12' ) ),
	'a higher price'                  => array( $at( 39.01 ), 'EUR', array( 'state' => 'dearer', 'day' => '2027-06-12', 'price' => 39.01 ) ),
	'a price that rounds to the same' => array( $at( 39.004 ), 'EUR', array() ),
	'a lower price'                   => array( $at( 29 ), 'EUR', array() ),
	'a price in another currency'     => array( $at( 49, 'USD' ), 'EUR', array() ),
	'a price without a currency'      => array( array( 'state' => 'there', 'price' => 49 ), 'EUR', array() ),
	'a price on a site without one'   => array( $at( 49 ), '', array() ),
	'no answer'                       => array( null, 'EUR', array() ),
	'an unknown state'                => array( array( 'state' => 'moved' ), 'EUR', array() ),
) as $what => list( $answer, $currency, $found ) ) {
	test( "notes of {$what} what owners should know", static fn () => assert_same( array( 'due' => 9 ) + $found, $find( $answer, null, $currency ) ) );
}
test( 'compares a price in the currency of the wish', static fn () => assert_same( array( 49.0, null ), array_map( static fn ( string $currency ): ?float => ShopFinding::next( $wish + array( 'currency' => 'USD' ), null, $at( 49, $currency ), 'EUR', '2027-06-12', 9 )['price'] ?? null, array( 'USD', 'EUR' ) ) ) );
test( 'compares no price of a wish without a price', static fn () => assert_same( array( 'of', 'due' ), array_keys( ShopFinding::next( array( 'url' => 'https://shop.example/pot', 'price' => null ), null, $at( 5 ), 'EUR', '2027-06-12', 9 ) ) ) );

$first = ShopFinding::next( $wish, null, $at( 49 ), 'EUR', '2027-01-01', 1 );
$gone  = array( 'is_dismissed' => true ) + $first;
test( 'keeps the day, and a dismissed hint dismissed, while nothing changes', static fn () => assert_same( array( '2027-01-01', true ), array( $find( $at( 49 ), $gone )['day'], $find( $at( 49 ), $gone )['is_dismissed'] ) ) );
test( 'keeps the finding if a check fails', static fn () => assert_same( array( 49.0, 49.0 ), array( $find( null, $gone )['price'], $find( array( 'state' => 'unknown' ), $gone )['price'] ) ) );
test( 'shows a dismissed hint again when there is news', static fn () => assert_same( array( 'due' => 9, 'state' => 'dearer', 'day' => '2027-06-12', 'price' => 59.0 ), $find( $at( 59 ), $gone ) ) );
test( 'forgets the finding when the shop has the product again', static fn () => assert_same( array( 'due' => 9 ), $find( $at( 39 ), $gone ) ) );
test(
	'shows hints only while address and price are the same, and not after they are dismissed',
	static function () use ( $wish, $first, $gone ): void {
		$changed = static fn ( array $fields ): bool => ShopFinding::is_shown( $fields + $wish, $first );
		assert_same( array( true, false, false, true ), array( $changed( array() ), $changed( array( 'price' => 49 ) ), $changed( array( 'url' => 'https://shop.example/new' ) ), $changed( array( 'name' => 'Pan' ) ) ) );
		assert_same( array( false, false ), array( ShopFinding::is_shown( $wish, $gone ), ShopFinding::is_shown( $wish, ShopFinding::next( $wish, null, null, 'EUR', '2027-01-01', 1 ) ) ) );
	}
);
test( 'starts again after address or price changed', static fn () => assert_same( array( 'of', 'due' ), array_keys( ShopFinding::next( array( 'price' => 40 ) + $wish, $gone, null, 'EUR', '2027-06-12', 9 ) ) ) );
