<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$order = new CelebrationOrder( '2027-06-12' );
test(
	'sorts lists: the next celebrations, those without a date, and past ones, the latest first',
	static function () use ( $order ): void {
		$days  = array(
			1 => '2027-06-11',
			2 => '',
			3 => '2028-01-01',
			4 => '2020-01-01',
			5 => '2027-06-12',
			6 => '2027-06-13',
			7 => '2027-06-12',
			8 => '',
			9 => '2027-06-11',
		);
		$lists = array_map(
			static fn ( int $id ): array => array( 'id' => $id, 'day' => $days[ $id ], 'title' => "List {$id}" ),
			array( 9, 8, 7, 6, 5, 4, 3, 2, 1 )
		);
		assert_same( array( 5, 7, 6, 3, 2, 8, 9, 1, 4 ), array_column( $order->lists( $lists ), 'id' ) );
		assert_same( 'List 5', $order->lists( $lists )[0]['title'] );
	}
);
test(
	'sorts people by their next birthday or occasion, and the others as they joined',
	static function () use ( $order ): void {
		$people = array();
		foreach ( array(
			'ada' => '',
			'ben' => '06-14',
			'cid' => '',
			'dan' => '06-11',
			'eve' => '06-12',
			'flo' => '12-24',
		) as $id => $birthday ) {
			$people[] = new Person( $id, $id, birthday: $birthday );
		}
		$ids = static fn ( array $days ): array => array_column( $order->people( $people, $days ), 'id' );
		assert_same( array( 'eve', 'ben', 'flo', 'dan', 'ada', 'cid' ), $ids( array() ) );
		assert_same(
			array( 'eve', 'cid', 'ben', 'flo', 'dan', 'ada' ),
			$ids( array( 'cid' => '2027-06-13', 'ben' => '2027-07-01' ) ),
			'the earlier of both days counts'
		);
	}
);
test(
	'knows the next birthday',
	static fn () => assert_same(
		array( '', '2027-06-12', '2028-06-11' ),
		array(
			$order->birthday( new Person( 'a', 'A' ) ),
			$order->birthday( new Person( 'a', 'A', birthday: '06-12' ) ),
			$order->birthday( new Person( 'a', 'A', birthday: '06-11' ) ),
		)
	)
);
foreach ( array(
	'no lists'                 => array( array( 1, 1 ), 0, 1 ),
	'24 lists'                 => array( array( 1, 1 ), 24, 2 ),
	'25 lists'                 => array( array( 2, 2 ), 25, 2 ),
	'page 2 of 49 lists'       => array( array( 2, 3 ), 49, 2 ),
	'a page after the last'    => array( array( 3, 3 ), 53, 9 ),
	'a page before the first'  => array( array( 1, 3 ), 53, -1 ),
	'a page that is no number' => array( array( 1, 3 ), 53, 0 ),
) as $what => list( $page, $lists, $requested ) ) {
	test( "shows {$what}", static fn () => assert_same( $page, CelebrationOrder::page( $lists, $requested ) ) );
}
