<?php
declare( strict_types=1 );

namespace Largesse\Together\Following;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$visitor = static fn ( string $name, int $registry = 7 ): Follower => new Follower(
	$name,
	$registry,
	0,
	"{$name}@people.example",
	'',
	'',
	1,
	network: $name
);
/** Returns visitors with the names `v1`, `v2` and so on. */
$waiting   = static fn ( int $number ): array => array_map(
	static fn ( int $n ): Follower => $visitor( "v{$n}" ),
	range( 1, $number )
);
$followers = static fn ( int $number ): array => array_map(
	static fn ( Follower $one ): Follower => $one->confirmed(),
	$waiting( $number )
);
/** Returns the entries of Ada on the lists with these ids. */
$of_ada = static fn ( int ...$lists ): array => array_combine(
	$lists,
	array_map( static fn ( int $list ): Follower => $visitor( 'ada', $list )->confirmed(), $lists )
);
$ada    = $visitor( 'ada' );

foreach ( array(
	'99 other lists'                             => array( null, $of_ada( ...range( 101, 199 ) ), array() ),
	'100 other lists'                            => array( 'many_lists', $of_ada( ...range( 101, 200 ) ), array() ),
	'100 lists with this one'                    => array( null, $of_ada( 7, ...range( 101, 199 ) ), array() ),
	'101 lists with this one'                    => array( 'many_lists', $of_ada( 7, ...range( 101, 200 ) ), array() ),
	'199 other followers'                        => array( null, array(), $followers( 199 ) ),
	'200 other followers'                        => array( 'many_followers', array(), $followers( 200 ) ),
	'199 other followers, and already following' => array(
		null,
		$of_ada( 7 ),
		array( ...$followers( 199 ), $ada->confirmed() ),
	),
	'300 visitors who wait'                      => array( null, array(), $waiting( 300 ) ),
	'200 other followers, and a place that waits' => array(
		'many_followers',
		$of_ada( 7 ),
		array( ...$followers( 200 ), $ada ),
	),
) as $what => list( $problem, $of_person, $of_registry ) ) {
	test(
		"checks {$what}",
		static fn () => assert_same( $problem, FollowerLimits::problem( $ada, $of_person, $of_registry ) )
	);
}
test(
	'counts members by their accounts',
	static function () use ( $followers ): void {
		$member = new Follower( 'a', 7, 5, '', '', '', 1, true );
		assert_same( null, FollowerLimits::problem( $member, array(), array( ...$followers( 199 ), $member ) ) );
		assert_same( 'many_followers', FollowerLimits::problem( $member, array(), array( ...$followers( 200 ), $member ) ) );
	}
);
test(
	'keeps 200 waiting visitors, and replaces the oldest one',
	static function () use ( $waiting, $followers ): void {
		assert_same( null, FollowerLimits::displaced( array( ...$followers( 200 ), ...$waiting( 200 ) ) ) );
		assert_same( 'v1', FollowerLimits::displaced( $waiting( 201 ) )?->id );
		assert_same( 'v1', FollowerLimits::displaced( array( ...$followers( 3 ), ...$waiting( 201 ) ) )?->id );
		assert_same( false, FollowerLimits::displaced( array( ...$followers( 3 ), ...$waiting( 201 ) ) )?->is_confirmed );
	}
);
