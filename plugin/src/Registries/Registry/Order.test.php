<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\brief;
use function Largesse\Testing\rule_cases;
use function Largesse\Testing\test;

/** Returns headings in their stored form: each with its title and its item ids. */
$stored = static fn ( array $all ): array => array_map(
	static fn ( string $title, array $items ): array => compact( 'title', 'items' ),
	array_map( 'strval', array_keys( $all ) ),
	array_values( $all )
);
$order_of = static fn ( array $all ): Order => Order::parse( json_decode( (string) json_encode( $stored( $all ) ) ) );
$kitchen  = $order_of( array( 'Kitchen' => array( 1, 2 ), 'Garden' => array( 3 ) ) );

test(
	'reads a stored list without what is no heading',
	static function () use ( $stored ): void {
		$list = json_decode( '[1, null, {}, {"title": ""}, {"title": " "}, {"title": 7}, {"title": "A", "items": "x"}, {"title": "a", "items": [1, "2", 1]}, {"title": "B", "items": [1, 3]}]' );
		assert_same( $stored( array( 'A' => array( 1 ), 'B' => array( 3 ) ) ), Order::parse( $list )->all );
	}
);
foreach ( array(
	'[]'                                       => true,
	'[{"title":"A","items":[]}]'               => true,
	'[{"title":"A","items":[1,2]}]'            => true,
	'{}'                                       => false,
	'x'                                        => false,
	'[{"title":"A"}]'                          => false,
	'[{"title":"A","items":[],"more":1}]'      => false,
	'[{"items":[],"title":"A"}]'               => false,
	'[{"title":" A","items":[]}]'              => false,
	'[{"title":"","items":[]}]'                => false,
	'[{"title":"A","items":[0]}]'              => false,
	'[{"title":"A","items":["1"]}]'            => false,
	'[{"title":"A","items":[9007199254740992]}]' => false,
	'[{"title":"A","items":[1,1]}]'            => false,
	'[{"title":"A","items":[1]},{"title":"B","items":[1]}]' => false,
	'[{"title":"A","items":[]},{"title":"a","items":[]}]' => false,
	'[{"title":"Übrig","items":[]},{"title":"übrig","items":[]}]' => false,
) as $json => $is_valid ) {
	test(
		( $is_valid ? 'accepts ' : 'refuses ' ) . $json,
		static fn () => assert_same( $is_valid, Order::is_valid( (string) $json ) )
	);
}
test(
	'accepts thirty headings, and not one more',
	static function () use ( $stored ): void {
		$titles = static fn ( int $count ): array => array_fill_keys(
			array_map( static fn ( int $number ): string => "Heading {$number}", range( 1, $count ) ),
			array()
		);
		assert_same( true, Order::is_valid( (string) json_encode( $stored( $titles( 30 ) ) ) ) );
		assert_same( false, Order::is_valid( (string) json_encode( $stored( $titles( 31 ) ) ) ) );
	}
);
test(
	'cleans a title',
	static function (): void {
		assert_same( 'In the kitchen', Order::clean( " In\n\nthe\u{A0}\tkitchen\x07 " ) );
		assert_same( 'must not be blank', Order::problem( " \x07" )?->text() );
		assert_same( null, Order::problem( str_repeat( '🎁', 100 ) ) );
		assert_same( 'must be at most 100 characters', Order::problem( str_repeat( 'x', 101 ) )?->text() );
	}
);
test(
	'finds headings by title and item',
	static function () use ( $kitchen ): void {
		assert_same( array( 'Kitchen', 'Garden' ), $kitchen->titles() );
		assert_same( array( true, false ), array( $kitchen->has( 'Kitchen' ), $kitchen->has( 'kitchen' ) ) );
		assert_same(
			array( 'Kitchen', '' ),
			array( $kitchen->similar_title( 'KITCHEN' ), $kitchen->similar_title( 'Bath' ) )
		);
		assert_same( array( 'Kitchen', '' ), array( $kitchen->heading_of( 2 ), $kitchen->heading_of( 9 ) ) );
		assert_same(
			array( 'Garden', null, null ),
			array( $kitchen->next( 'Kitchen' ), $kitchen->next( 'Garden' ), $kitchen->next( 'Bath' ) )
		);
		assert_same(
			array( array( 1, 2 ), array( 1, 2, 3 ) ),
			array( $kitchen->items_under( 'Kitchen' ), $kitchen->grouped_ids() )
		);
	}
);
foreach ( array(
	'adds a heading at the end'               => array(
		static fn ( Order $all ) => $all->with( 'Bath' ),
		array( 'Kitchen' => array( 1, 2 ), 'Garden' => array( 3 ), 'Bath' => array() ),
	),
	'adds a heading before another one'       => array(
		static fn ( Order $all ) => $all->with( 'Bath', array(), 'Garden' ),
		array( 'Kitchen' => array( 1, 2 ), 'Bath' => array(), 'Garden' => array( 3 ) ),
	),
	'adds a heading with items of others'     => array(
		static fn ( Order $all ) => $all->with( 'Bath', array( 2, 3 ) ),
		array( 'Kitchen' => array( 1 ), 'Garden' => array(), 'Bath' => array( 2, 3 ) ),
	),
	'removes a heading'                       => array(
		static fn ( Order $all ) => $all->without( 'Kitchen' ),
		array( 'Garden' => array( 3 ) ),
	),
	'renames a heading'                       => array(
		static fn ( Order $all ) => $all->renamed( 'Kitchen', 'Cooking' ),
		array( 'Cooking' => array( 1, 2 ), 'Garden' => array( 3 ) ),
	),
	'moves a heading with its items'          => array(
		static fn ( Order $all ) => $all->moved( 'Garden', 'Kitchen' ),
		array( 'Garden' => array( 3 ), 'Kitchen' => array( 1, 2 ) ),
	),
	'moves no heading before itself'          => array(
		static fn ( Order $all ) => $all->moved( 'Kitchen', 'Kitchen' ),
		array( 'Kitchen' => array( 1, 2 ), 'Garden' => array( 3 ) ),
	),
	'puts an item under another heading'      => array(
		static fn ( Order $all ) => $all->with_item( 1, 'Garden' ),
		array( 'Kitchen' => array( 2 ), 'Garden' => array( 3, 1 ) ),
	),
	'puts an item under no heading'           => array(
		static fn ( Order $all ) => $all->with_item( 1, '' ),
		array( 'Kitchen' => array( 2 ), 'Garden' => array( 3 ) ),
	),
	'puts no item under its own heading again'              => array(
		static fn ( Order $all ) => $all->with_item( 1, 'Kitchen' ),
		array( 'Kitchen' => array( 1, 2 ), 'Garden' => array( 3 ) ),
	),
	'drops removed items'               => array(
		static fn ( Order $all ) => $all->without_items( array( 1, 3 ) ),
		array( 'Kitchen' => array( 2 ), 'Garden' => array() ),
	),
) as $name => list( $change, $expected ) ) {
	test( $name, static fn () => assert_same( $stored( $expected ), $change( $kitchen )->all ) );
}
test( 'arranges items: those under no heading first, and each group in the order of the list', static fn () => assert_same( array( 9, 8, 2, 1, 3 ), $kitchen->sort( array( 3, 9, 2, 8, 1 ) ) ) );
foreach ( rule_cases( 'orders' ) as $number => $case ) {
	test(
		"orders {$case['active']} items by the list " . brief( $case['stored'] ) . " ({$number})",
		static function () use ( $case ): void {
			$list   = json_decode( preg_replace( '/\{(\d)\}/', '$1', $case['stored'] ) );
			$active = $case['active'] > 0 ? range( 1, $case['active'] ) : array();
			assert_same( $case['order'], Order::merge( Order::ids_in( is_array( $list ) ? $list : array() ), $active ) );
		}
	);
}

test(
	'moves an item before another one, or to the end',
	static function (): void {
		assert_same( array( 3, 1, 2 ), Order::move( array( 1, 2, 3 ), 3, 1 ) );
		assert_same( array( 1, 3, 2 ), Order::move( array( 1, 2, 3 ), 2, null ) );
		assert_same( array( 1, 3, 2 ), Order::move( array( 1, 2, 3 ), 2, 9 ), 'before an item that is not in the list' );
		assert_same( array( 1, 2, 3 ), Order::move( array( 1, 2, 3 ), 2, 2 ), 'before itself' );
		assert_same( array( 1, 2, 9 ), Order::move( array( 1, 2 ), 9, null ), 'an item that was not in the list' );
	}
);

test(
	'finds the item that follows another one',
	static function (): void {
		assert_same( 2, Order::after( array( 1, 2 ), 1 ) );
		assert_same( null, Order::after( array( 1, 2 ), 2 ) );
		assert_same( null, Order::after( array( 1, 2 ), 3 ) );
	}
);

test(
	'reads each id once, and nothing else',
	static fn () => assert_same( array( 2, 1 ), Order::ids_in( array( 2, '1', 2, 1, null, 1.5, array( 3 ) ) ) )
);

$all = Order::parse( json_decode( '[{"title":"Kitchen","items":[1,2]},{"title":"Empty","items":[]},{"title":"Garden","items":[3]}]' ), array( 3, 9, 2, 2, 'x' ), array( 3, 3, '1' ) );
test(
	'shows wishes by heading, and new ones last in their group',
	static fn () => assert_same( array( 4, 2, 1, 3 ), $all->shown( array( 1, 2, 3, 4 ) ) )
);
test(
	'keeps order and marks when headings change',
	static fn () => assert_same(
		array( array( 3, 9, 2 ), array( 3 ) ),
		array( $all->without( 'Kitchen' )->ids, $all->with( 'Bath' )->renamed( 'Bath', 'Spa' )->most_wanted )
	)
);
test(
	'knows the most wanted wishes',
	static fn () => assert_same( array( true, false ), array( $all->is_most_wanted( 3 ), $all->is_most_wanted( 1 ) ) )
);
test(
	'groups wishes without empty groups, those without a heading first',
	static function () use ( $all ): void {
		$groups = $all->groups( array( array( 'id' => 1 ), array( 'id' => 3 ), array( 'id' => 8 ), array( 'id' => 2 ) ) );
		assert_same( array( '', 'Kitchen', 'Garden' ), array_column( $groups, 'title' ) );
		assert_same(
			array( array( 8 ), array( 1, 2 ), array( 3 ) ),
			array_map( static fn ( array $group ): array => array_column( $group['items'], 'id' ), $groups )
		);
	}
);
test( 'names wishes of the list, under headings, and most wanted ones', static fn () => assert_same( array( 3, 9, 2, 1 ), $all->named_ids() ) );
