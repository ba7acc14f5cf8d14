<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

/** Returns headings in their stored form: each with its title and its item ids. */
$stored = static fn ( array $all ): array => array_map(
	static fn ( string $title, array $items ): array => compact( 'title', 'items' ),
	array_map( 'strval', array_keys( $all ) ),
	array_values( $all )
);
$headings = static fn ( array $all ): Headings => Headings::parse( json_decode( (string) json_encode( $stored( $all ) ) ) );
$kitchen  = $headings( array( 'Kitchen' => array( 1, 2 ), 'Garden' => array( 3 ) ) );

test(
	'reads a stored list without what is no heading',
	static function () use ( $stored ): void {
		$list = json_decode( '[1, null, {}, {"title": ""}, {"title": " "}, {"title": 7}, {"title": "A", "items": "x"}, {"title": "a", "items": [1, "2", 1]}, {"title": "B", "items": [1, 3]}]' );
		assert_same( $stored( array( 'A' => array( 1 ), 'B' => array( 3 ) ) ), Headings::parse( $list )->all );
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
	test( ( $is_valid ? 'accepts ' : 'refuses ' ) . $json, static fn () => assert_same( $is_valid, Headings::is_valid( (string) $json ) ) );
}
test(
	'accepts thirty headings, and not one more',
	static function () use ( $stored ): void {
		$titles = static fn ( int $count ): array => array_fill_keys( array_map( static fn ( int $number ): string => "Heading {$number}", range( 1, $count ) ), array() );
		assert_same( true, Headings::is_valid( (string) json_encode( $stored( $titles( 30 ) ) ) ) );
		assert_same( false, Headings::is_valid( (string) json_encode( $stored( $titles( 31 ) ) ) ) );
	}
);
test(
	'cleans a title',
	static function (): void {
		assert_same( 'In the kitchen', Headings::clean( " In\n\nthe\u{A0}\tkitchen\x07 " ) );
		assert_same( 'must not be blank', Headings::problem( " \x07" )?->text() );
		assert_same( null, Headings::problem( str_repeat( '🎁', 100 ) ) );
		assert_same( 'must be at most 100 characters', Headings::problem( str_repeat( 'x', 101 ) )?->text() );
	}
);
test(
	'finds headings by title and item',
	static function () use ( $kitchen ): void {
		assert_same( array( 'Kitchen', 'Garden' ), $kitchen->titles() );
		assert_same( array( true, false ), array( $kitchen->has( 'Kitchen' ), $kitchen->has( 'kitchen' ) ) );
		assert_same( array( 'Kitchen', '' ), array( $kitchen->similar_title( 'KITCHEN' ), $kitchen->similar_title( 'Bath' ) ) );
		assert_same( array( 'Kitchen', '' ), array( $kitchen->of_item( 2 ), $kitchen->of_item( 9 ) ) );
		assert_same( array( 'Garden', null, null ), array( $kitchen->next( 'Kitchen' ), $kitchen->next( 'Garden' ), $kitchen->next( 'Bath' ) ) );
		assert_same( array( array( 1, 2 ), array( 1, 2, 3 ) ), array( $kitchen->items_under( 'Kitchen' ), $kitchen->ids() ) );
	}
);
foreach ( array(
	'adds a heading at the end'               => array( static fn ( Headings $all ) => $all->with( 'Bath' ), array( 'Kitchen' => array( 1, 2 ), 'Garden' => array( 3 ), 'Bath' => array() ) ),
	'adds a heading before another one'       => array( static fn ( Headings $all ) => $all->with( 'Bath', array(), 'Garden' ), array( 'Kitchen' => array( 1, 2 ), 'Bath' => array(), 'Garden' => array( 3 ) ) ),
	'adds a heading with items of others'     => array( static fn ( Headings $all ) => $all->with( 'Bath', array( 2, 3 ) ), array( 'Kitchen' => array( 1 ), 'Garden' => array(), 'Bath' => array( 2, 3 ) ) ),
	'removes a heading'                       => array( static fn ( Headings $all ) => $all->without( 'Kitchen' ), array( 'Garden' => array( 3 ) ) ),
	'renames a heading'                       => array( static fn ( Headings $all ) => $all->renamed( 'Kitchen', 'Cooking' ), array( 'Cooking' => array( 1, 2 ), 'Garden' => array( 3 ) ) ),
	'moves a heading with its items'          => array( static fn ( Headings $all ) => $all->moved( 'Garden', 'Kitchen' ), array( 'Garden' => array( 3 ), 'Kitchen' => array( 1, 2 ) ) ),
	'moves no heading before itself'          => array( static fn ( Headings $all ) => $all->moved( 'Kitchen', 'Kitchen' ), array( 'Kitchen' => array( 1, 2 ), 'Garden' => array( 3 ) ) ),
	'puts an item under another heading'      => array( static fn ( Headings $all ) => $all->with_item( 1, 'Garden' ), array( 'Kitchen' => array( 2 ), 'Garden' => array( 3, 1 ) ) ),
	'puts an item under no heading'           => array( static fn ( Headings $all ) => $all->with_item( 1, '' ), array( 'Kitchen' => array( 2 ), 'Garden' => array( 3 ) ) ),
	'puts no item under its own heading again'              => array( static fn ( Headings $all ) => $all->with_item( 1, 'Kitchen' ), array( 'Kitchen' => array( 1, 2 ), 'Garden' => array( 3 ) ) ),
	'drops removed items'               => array( static fn ( Headings $all ) => $all->without_items( array( 1, 3 ) ), array( 'Kitchen' => array( 2 ), 'Garden' => array() ) ),
) as $name => list( $change, $expected ) ) {
	test( $name, static fn () => assert_same( $stored( $expected ), $change( $kitchen )->all ) );
}
test( 'arranges items: those under no heading first, and each group in the order of the list', static fn () => assert_same( array( 9, 8, 2, 1, 3 ), $kitchen->sort( array( 3, 9, 2, 8, 1 ) ) ) );
