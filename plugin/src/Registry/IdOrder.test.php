<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\brief;
use function Largesse\Testing\rule_cases;
use function Largesse\Testing\test;

foreach ( rule_cases( 'orders' ) as $number => $case ) {
	test(
		"orders {$case['active']} items by the list " . brief( $case['stored'] ) . " ({$number})",
		static function () use ( $case ): void {
			$list   = json_decode( preg_replace( '/\{(\d)\}/', '$1', $case['stored'] ) );
			$active = $case['active'] > 0 ? range( 1, $case['active'] ) : array();
			assert_same( $case['order'], IdOrder::merge( IdOrder::ids_in( is_array( $list ) ? $list : array() ), $active ) );
		}
	);
}

test(
	'moves an item before another one, or to the end',
	static function (): void {
		assert_same( array( 3, 1, 2 ), IdOrder::move( array( 1, 2, 3 ), 3, 1 ) );
		assert_same( array( 1, 3, 2 ), IdOrder::move( array( 1, 2, 3 ), 2, null ) );
		assert_same( array( 1, 3, 2 ), IdOrder::move( array( 1, 2, 3 ), 2, 9 ), 'before an item that is not in the list' );
		assert_same( array( 1, 2, 3 ), IdOrder::move( array( 1, 2, 3 ), 2, 2 ), 'before itself' );
		assert_same( array( 1, 2, 9 ), IdOrder::move( array( 1, 2 ), 9, null ), 'an item that was not in the list' );
	}
);

test(
	'finds the item that follows another one',
	static function (): void {
		assert_same( 2, IdOrder::after( array( 1, 2 ), 1 ) );
		assert_same( null, IdOrder::after( array( 1, 2 ), 2 ) );
		assert_same( null, IdOrder::after( array( 1, 2 ), 3 ) );
	}
);

test(
	'reads each id once, and nothing else',
	static fn () => assert_same( array( 2, 1 ), IdOrder::ids_in( array( 2, '1', 2, 1, null, 1.5, array( 3 ) ) ) )
);
