<?php
declare( strict_types=1 );

namespace Largesse\Together\Following;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

/** Returns a visitor who asked to follow a registry. */
function visitor( mixed ...$more ): Follower {
	return new Follower( 'abc', 7, 0, 'ada@people.example', '', 'de_DE', 1_000_000, ...$more );
}

/** Returns wishes with these ids. */
function wishes( int ...$ids ): array {
	return array_map( static fn ( int $id ): array => array( 'id' => $id ), $ids );
}

test(
	'gets no second mail within a day, and none before the confirmation',
	static function (): void {
		$mailed = visitor( is_confirmed: true, mailed: 2_000_000 );
		assert_same(
			array( false, true, false, true ),
			array(
				visitor()->may_be_mailed( 9_999_999 ),
				visitor()->confirmed()->may_be_mailed( 1_000_002 ),
				$mailed->may_be_mailed( 2_071_999 ),
				$mailed->may_be_mailed( 2_072_000 ),
			)
		);
	}
);

test(
	'counts each wish once, none from before, and none that was removed and restored',
	static function (): void {
		assert_same( array(), visitor()->new_of( wishes( 1, 2 ) ) );
		$known = visitor( known: visitor()->known_after( wishes( 1, 2 ) ) );
		assert_same( wishes( 3 ), $known->new_of( wishes( 3, 1 ) ) );
		$known = visitor( known: $known->known_after( wishes( 3, 1 ) ) );
		assert_same( array(), $known->new_of( wishes( 3, 2, 1 ) ) );
	}
);

test(
	'knows at most 2,000 wishes, the visible ones first',
	static function (): void {
		$known = visitor( known: range( 1, 2_000 ) )->known_after( wishes( 1, 9_000 ) );
		assert_same(
			array( 2_000, true, false ),
			array( count( $known ), in_array( 1, $known, true ), in_array( 2, $known, true ) )
		);
	}
);

test(
	'is a member by id only, and a visitor by address in any case',
	static fn () => assert_same(
		array( true, false, false, false ),
		array(
			visitor()->is( 0, 'ADA@people.example' ),
			visitor()->is( 7, 'ada@people.example' ),
			visitor()->is( 0, '' ),
			( new Follower( 'x', 1, 7, '', '', '', 1 ) )->is( 0, '' ),
		)
	)
);

test(
	'is displaced by others of the busiest network first',
	static function (): void {
		$from = static fn ( string $id, string $network ): Follower => new Follower(
			$id,
			1,
			0,
			"{$id}@people.example",
			'',
			'',
			1,
			network: $network
		);
		assert_same(
			array( 'b', 'a' ),
			array(
				Follower::displaced( array( $from( 'a', 'home' ), $from( 'b', 'robot' ), $from( 'c', 'robot' ) ) )->id,
				Follower::displaced( array( $from( 'a', 'home' ), $from( 'b', 'robot' ) ) )->id,
			)
		);
		assert_same(
			array( 'home', '' ),
			array( $from( 'a', 'home' )->network, $from( 'a', 'home' )->confirmed()->network )
		);
	}
);
