<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$texts = static fn ( int|float ...$prices ): array => array_map(
	static fn ( PriceRange $range ): string => $range->text(),
	PriceRange::of_prices( $prices )
);

foreach ( array(
	'three ranges with round limits'     => array(
		array( '0-25', '25-50', '50-' ),
		array( 12, 22.5, 30, 49.95, 89, 400 ),
	),
	'two ranges if the third is empty'   => array( array( '0-10', '10-' ), array( 3, 10, 80, 81, 82, 83 ) ),
	'limits of large prices'             => array(
		array( '0-1500', '1500-2000', '2000-' ),
		array( 900, 1234, 1700, 1999, 5000, 70000 ),
	),
	'no range if they are few'           => array( array(), array( 1, 20, 300, 4000 ) ),
	'no range if they are similar'       => array( array(), array( 5, 5, 5, 5, 5, 5 ) ),
) as $name => $case ) {
	test( "prices make $name", static fn () => assert_same( $case[0], $texts( ...$case[1] ) ) );
}
test(
	'each price is in exactly one range',
	static fn () => assert_same(
		array( 1, 1, 1, 1, 1, 0 ),
		array_map(
			static fn ( $price ): int => count(
				array_filter(
					array( '0-25', '25-50', '50-' ),
					static fn ( string $text ): bool => PriceRange::of_text( $text )->includes( $price )
				)
			),
			array( 0, 25, 25.01, 50, 5000, null )
		)
	)
);
// Each case: the currencies of the prices, the site's currency, and the usual one.
foreach ( array(
	array( array(), 'EUR', 'EUR' ),
	array( array( null, 'GBP' ), 'EUR', 'EUR' ),
	array( array( null, 'GBP', 'GBP' ), 'EUR', 'GBP' ),
	array( array( 'GBP' ), '', 'GBP' ),
	array( array( null, null, 'GBP', 'USD' ), '', '' ),
) as $index => list( $currencies, $own, $usual ) ) {
	$items = array(
		array( 'price' => null, 'currency' => 'JPY' ),
		array( 'price' => null, 'currency' => 'JPY' ),
		...array_map( static fn ( ?string $currency ): array => array( 'price' => 9, 'currency' => $currency ), $currencies ),
	);
	test( "the usual currency of a list is that of most prices ({$index})", static fn () => assert_same( $usual, PriceRange::usual_currency( $items, $own ) ) );
}
test(
	'other texts are no ranges',
	static fn () => assert_same(
		array(),
		array_filter(
			array_map( PriceRange::of_text( ... ), array( '', '-', '25', '-25', '1.5-2', 'a-b', "1-2\n", '0-9999999999999' ) )
		)
	)
);

$wish = static fn ( int $id, ?int $price, int $left = 1, ?string $currency = null ): array => array(
	'id'       => $id,
	'price'    => $price,
	'currency' => $currency,
	'left'     => $left,
);
$ids  = static fn ( ?int $price, array ...$items ): array => array_column(
	PriceRange::similar( $wish( 1, $price ), $items, static fn ( array $item ): int => $item['left'] ),
	'id'
);

test(
	'offers the two open wishes with the nearest prices, the nearest first',
	static fn () => assert_same(
		array( 4, 2 ),
		$ids( 50, $wish( 1, 50 ), $wish( 2, 30 ), $wish( 3, 90 ), $wish( 4, 55 ) )
	)
);
test(
	'offers neither the same wish nor taken wishes',
	static fn () => assert_same( array( 3 ), $ids( 50, $wish( 1, 50 ), $wish( 2, 50, 0 ), $wish( 3, 90 ) ) )
);
test(
	'compares no prices in different currencies',
	static fn () => assert_same( array( 3, 2 ), $ids( 50, $wish( 2, 50, 1, 'GBP' ), $wish( 3, 90 ) ) )
);
test(
	'offers wishes without a price last',
	static fn () => assert_same( array( 3, 2 ), $ids( 50, $wish( 2, null ), $wish( 3, 900 ) ) )
);
test(
	'keeps the order of the list for a wish without a price',
	static fn () => assert_same( array( 4, 2 ), $ids( null, $wish( 4, 900 ), $wish( 2, null ), $wish( 3, 1 ) ) )
);
