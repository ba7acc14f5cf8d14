<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$changes = static fn ( array $before, array $after ): array => array_keys( array_filter( $after, static fn ( int $receiver, int $giver ): bool => $before[ $giver ] !== $receiver, ARRAY_FILTER_USE_BOTH ) );
$ring    = array( 1, 2, 3, 4, 5, 0 );

test(
	'the giver of someone who left draws whom that person drew',
	static function () use ( $changes, $ring ): void {
		$after = ( new Repair() )->pairs( AllowedPairs::of( 6 ), $ring, array( 0, 1, 2, 3, 5 ) );
		assert_same( 5, $after[3] );
		assert_same( array( 3 ), $changes( $ring, $after ) );
	}
);
test(
	'changes two pairs if these two are excluded',
	static function () use ( $changes, $ring ): void {
		$pairs = AllowedPairs::of( 6, array( array( 3, 5 ) ) );
		$after = ( new Repair() )->pairs( $pairs, $ring, array( 0, 1, 2, 3, 5 ) );
		assert_same( 2, count( $changes( $ring, $after ) ) );
		assert_same( false, 5 === $after[3] );
	}
);
test(
	'changes two pairs if two people drew each other and one of them left',
	static function () use ( $changes ): void {
		$before = array( 1, 0, 3, 4, 2 );
		$after  = ( new Repair() )->pairs( AllowedPairs::of( 5 ), $before, array( 1, 2, 3, 4 ) );
		$given  = $after;
		sort( $given );
		assert_same( array( 1, 2, 3, 4 ), $given );
		assert_same( 2, count( $changes( $before, $after ) ) );
		assert_same( false, 1 === $after[1] );
	}
);
test(
	'keeps the pairs of people who refuse',
	static function () use ( $changes ): void {
		$before = array( 1, 0, 3, 4, 2 );
		foreach ( array( 2, 3, 4 ) as $willing ) {
			$after = ( new Repair() )->pairs( AllowedPairs::of( 5 ), $before, array( 1, 2, 3, 4 ), array_values( array_diff( array( 2, 3, 4 ), array( $willing ) ) ) );
			$found = $changes( $before, $after );
			sort( $found );
			assert_same( array( 1, $willing ), $found );
		}
		assert_same( null, ( new Repair() )->pairs( AllowedPairs::of( 5 ), $before, array( 1, 2, 3, 4 ), array( 2, 3, 4 ) ) );
	}
);
test( 'answers null if the exclusions leave no solution', static fn () => assert_same( null, ( new Repair() )->pairs( AllowedPairs::of( 6, array( array( 3, 5 ), array( 3, 0 ), array( 3, 1 ), array( 3, 2 ) ) ), $ring, array( 0, 1, 2, 3, 5 ) ) ) );
test(
	'changes as few pairs as a search of all solutions finds, also if two people left',
	static function () use ( $changes ): void {
		mt_srand( 5, MT_RAND_MT19937 );
		$chance = new UniformDraw( static fn ( int $from, int $to ): int => mt_rand( $from, $to ) );
		for ( $turn = 0; $turn < 40; ++$turn ) {
			$forbidden = array();
			for ( $more = 0; $more < 7; ++$more ) {
				$forbidden[] = array( mt_rand( 0, 6 ), mt_rand( 0, 6 ) );
			}
			$pairs  = AllowedPairs::of( 7, $forbidden );
			$before = $chance->draw( $pairs );
			if ( null === $before ) {
				continue;
			}
			$staying = array_slice( $chance->shuffled( range( 0, 6 ) ), 0, mt_rand( 5, 6 ) );
			$fewest  = null;
			$search  = static function ( array $drawn ) use ( &$search, &$fewest, $staying, $pairs, $before, $changes ): void {
				$giver = $staying[ count( $drawn ) ] ?? null;
				if ( null === $giver ) {
					$many   = count( $changes( $before, $drawn ) );
					$fewest = null === $fewest ? $many : min( $fewest, $many );
					return;
				}
				foreach ( array_diff( array_intersect( $pairs->receivers[ $giver ], $staying ), $drawn ) as $receiver ) {
					$search( $drawn + array( $giver => $receiver ) );
				}
			};
			$search( array() );
			$after = ( new Repair( $chance ) )->pairs( $pairs, $before, $staying );
			assert_same( $fewest, null === $after ? null : count( $changes( $before, $after ) ), "turn {$turn}" );
		}
	}
);
test(
	'repairs a draw of 100 people',
	static function () use ( $changes ): void {
		$pairs  = AllowedPairs::of( 100, array_map( static fn ( int $one ): array => array( $one, $one ^ 1 ), range( 0, 99 ) ) );
		$before = ( new UniformDraw() )->draw( $pairs );
		$after  = ( new Repair() )->pairs( $pairs, $before, range( 3, 99 ) );
		assert_same( true, count( $changes( $before, $after ) ) <= 5 );
	}
);
