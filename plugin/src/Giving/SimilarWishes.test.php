<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$wish = static fn ( int $id, ?int $price, int $left = 1, ?string $currency = null ): array => array( 'id' => $id, 'price' => $price, 'currency' => $currency, 'left' => $left );
$ids  = static fn ( ?int $price, array ...$items ): array => array_column( SimilarWishes::of( $wish( 1, $price ), $items, static fn ( array $item ): int => $item['left'] ), 'id' );

test( 'offers the two open wishes with the nearest prices, the nearest first', static fn () => assert_same( array( 4, 2 ), $ids( 50, $wish( 1, 50 ), $wish( 2, 30 ), $wish( 3, 90 ), $wish( 4, 55 ) ) ) );
test( 'offers neither the same wish nor taken wishes', static fn () => assert_same( array( 3 ), $ids( 50, $wish( 1, 50 ), $wish( 2, 50, 0 ), $wish( 3, 90 ) ) ) );
test( 'compares no prices in different currencies', static fn () => assert_same( array( 3, 2 ), $ids( 50, $wish( 2, 50, 1, 'GBP' ), $wish( 3, 90 ) ) ) );
test( 'offers wishes without a price last', static fn () => assert_same( array( 3, 2 ), $ids( 50, $wish( 2, null ), $wish( 3, 900 ) ) ) );
test( 'keeps the order of the list for a wish without a price', static fn () => assert_same( array( 4, 2 ), $ids( null, $wish( 4, 900 ), $wish( 2, null ), $wish( 3, 1 ) ) ) );
