<?php
declare( strict_types=1 );

namespace Largesse\Following;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

/** Returns a visitor who asked to follow a registry at the Unix time 1,000,000. */
function visitor(): Follower {
	return new Follower( 'abc', 0, 'ada@people.example', '', 'de_DE', 1_000_000 );
}

test( 'reads what it stored, and ignores properties of later versions', static fn () => assert_same( visitor()->to_array(), Follower::from_array( json_decode( json_encode( visitor()->to_array() + array( 'new' => 1 ) ), true ) )->to_array() ) );

test( 'expires after two days without a confirmation', static fn () => assert_same( array( false, true, false ), array( visitor()->is_expired( 1_172_800 ), visitor()->is_expired( 1_172_801 ), visitor()->confirmed( '2026' )->is_expired( 9_999_999 ) ) ) );

test( 'counts from the first confirmation', static fn () => assert_same( '2026', visitor()->confirmed( '2026' )->confirmed( '2027' )->counted ) );

test(
	'gets no second mail within a day, and none before the confirmation',
	static function (): void {
		$mailed = visitor()->confirmed( '2026' )->mailed( 2_000_000, '2027' );
		assert_same( array( false, true, false, true ), array( visitor()->may_be_mailed( 9_999_999 ), visitor()->confirmed( '2026' )->may_be_mailed( 1_000_002 ), $mailed->may_be_mailed( 2_071_999 ), $mailed->may_be_mailed( 2_072_000 ) ) );
		assert_same( array( '2027', '2027' ), array( $mailed->counted, $mailed->mailed( 2_000_001, '2025' )->counted ) );
	}
);

test( 'is a member by id only, and a visitor by address in any case', static fn () => assert_same( array( true, false, false, false ), array( visitor()->is( 0, 'ADA@people.example' ), visitor()->is( 7, 'ada@people.example' ), visitor()->is( 0, '' ), ( new Follower( 'x', 7, '', '', '', 1 ) )->is( 0, '' ) ) ) );

test(
	'is displaced by others of the busiest network first',
	static function (): void {
		$from = static fn ( string $id, string $network ): Follower => new Follower( $id, 0, "{$id}@people.example", '', '', 1, network: $network );
		assert_same( array( 'b', 'a' ), array( Follower::displaced( array( $from( 'a', 'home' ), $from( 'b', 'robot' ), $from( 'c', 'robot' ) ) )->id, Follower::displaced( array( $from( 'a', 'home' ), $from( 'b', 'robot' ) ) )->id ) );
		assert_same( array( 'home', '' ), array( $from( 'a', 'home' )->network, $from( 'a', 'home' )->confirmed( '2026' )->network ) );
	}
);
