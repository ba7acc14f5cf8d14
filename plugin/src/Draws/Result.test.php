<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$repair = new Repair();
$ring   = new Result( array( 1, 2, 3, 4, 0 ) );
// The people 0 and 1 drew each other.
$couple = new Result( array( 1, 0, 3, 4, 2 ) );
$all    = AllowedPairs::of( 5 );

test(
	'asks only the giver of somebody who left, and changes nothing before',
	static function () use ( $repair, $ring, $all ): void {
		$after = $ring->after_leaving( $all, array( 0, 1, 2, 4 ), array(), $repair );
		assert_same( array( 2 ), $after->affected() );
		assert_same( $ring->pairs, $after->pairs );
		assert_same( false, $after->may_decline( 2 ) );
		$done = $after->after_consent( 2 );
		assert_same( array( 0 => 1, 1 => 2, 2 => 4, 4 => 0 ), $done->pairs );
		assert_same( array(), $done->proposal );
	}
);
test(
	'needs no consent if two people left who drew each other',
	static fn () => assert_same( array( 2 => 3, 3 => 4, 4 => 5, 5 => 2 ), ( new Result( array( 1, 0, 3, 4, 5, 2 ) ) )->after_leaving( AllowedPairs::of( 6 ), array( 2, 3, 4, 5 ), array(), $repair )->pairs )
);
test(
	'proposes nothing that would tell pairs: to three people, to two couples, or to a mother who sees two draws of four',
	static function () use ( $repair, $ring, $all ): void {
		$couples = array( array( 0, 1 ), array( 1, 0 ), array( 2, 3 ), array( 3, 2 ) );
		foreach ( array( array( $all, array( 0, 1, 2 ), array() ), array( $all->without( $couples ), array( 0, 1, 2, 3 ), array() ), array( $all->without( array( array( 1, 0 ) ) ), array( 0, 1, 2, 3 ), array( array( 0, 1 ) ) ) ) as list( $allowed, $staying, $seen ) ) {
			$after = $ring->after_leaving( $allowed, $staying, $seen, $repair );
			assert_same( $ring, $after );
			assert_same( true, $after->has_gap( $staying ) );
		}
		assert_same( false, $ring->has_gap( range( 0, 4 ) ) );
	}
);
test(
	'changes nothing until all affected people agree',
	static function () use ( $repair, $couple, $all ): void {
		$after = $couple->after_leaving( $all, array( 1, 2, 3, 4 ), array(), $repair );
		assert_same( 2, count( $after->affected() ) );
		list( $first, $second ) = $after->affected();
		assert_same( $couple->pairs, $after->after_consent( $first )->pairs );
		assert_same( array( $second ), $after->after_consent( $first )->asked() );
		assert_same( array(), $after->after_consent( $first )->after_consent( $second )->proposal );
	}
);
test(
	'asks somebody else if a person wants to keep their draw, and asks again if nobody is left',
	static function () use ( $repair, $couple, $all ): void {
		$after = $couple->after_leaving( $all, array( 1, 2, 3, 4 ), array(), $repair );
		$seen  = array();
		for ( $turn = 0; $turn < 3; ++$turn ) {
			$other  = array_values( array_diff( $after->affected(), array( 1 ) ) )[0];
			$seen[] = $other;
			$after  = $after->after_refusal( $other, $all, $repair );
		}
		sort( $seen );
		assert_same( array( 2, 3, 4 ), $seen );
		assert_same( 2, count( $after->asked() ) );
		assert_same( $couple->pairs, $after->pairs );
	}
);
test(
	'keeps the consent of those whom a new proposal asks, too',
	static function () use ( $repair, $couple, $all ): void {
		$after = $couple->after_leaving( $all, array( 1, 2, 3, 4 ), array(), $repair )->after_consent( 1 );
		$other = $after->asked()[0];
		assert_same( array( 1 ), $after->after_refusal( $other, $all, $repair )->agreed );
	}
);
test(
	'takes the same number of bytes for each result',
	static function () use ( $repair, $ring, $couple, $all ): void {
		$size = strlen( $ring->to_text( 5 ) );
		foreach ( array( $couple, $couple->after_leaving( $all, array( 1, 2, 3, 4 ), array(), $repair ), $ring->after_leaving( $all, array( 0, 1, 2, 4 ), array(), $repair )->after_consent( 2 ) ) as $result ) {
			assert_same( $size, strlen( $result->to_text( 5 ) ) );
			assert_same( $result->pairs, Result::from_text( $result->to_text( 5 ) )->pairs );
			assert_same( $result->proposal, Result::from_text( $result->to_text( 5 ) )->proposal );
		}
		$many = array_map( static fn ( int $one ): int => ( $one + 1 ) % 100, range( 0, 99 ) );
		assert_same( strlen( ( new Result( $many ) )->to_text( 100 ) ), strlen( ( new Result( $many, array_reverse( $many ), range( 0, 99 ), range( 0, 99 ) ) )->to_text( 100 ) ) );
	}
);
test( 'reads no other texts', static fn () => assert_same( null, Result::from_text( 'null' ) ) );
