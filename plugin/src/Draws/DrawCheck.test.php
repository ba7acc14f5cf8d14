<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$only   = static fn ( int $people, array $choices ): AllowedPairs => AllowedPairs::of( $people, array_merge( ...array_map( static fn ( int $giver ): array => array_map( static fn ( int $receiver ): array => array( $giver, $receiver ), array_diff( range( 0, $people - 1 ), $choices[ $giver ] ) ), array_keys( $choices ) ) ) );
$kind   = static fn ( string $kind, array $givers, array $receivers ): array => array(
	'kind'      => $kind,
	'givers'    => $givers,
	'receivers' => $receivers,
);
$couple = static fn ( int $one, int $other ): array => array( array( $one, $other ), array( $other, $one ) );

test( 'accepts four people without exclusions', static fn () => assert_same( null, DrawCheck::problem( AllowedPairs::of( 4 ) ) ) );
test( 'accepts three couples', static fn () => assert_same( null, DrawCheck::problem( AllowedPairs::of( 6, array( ...$couple( 0, 1 ), ...$couple( 2, 3 ), ...$couple( 4, 5 ) ) ) ) ) );
test( 'accepts a couple among five', static fn () => assert_same( null, DrawCheck::problem( AllowedPairs::of( 5, $couple( 0, 1 ) ) ) ) );
test( 'names three people who could draw only two', static fn () => assert_same( $kind( DrawCheck::TOO_FEW_RECEIVERS, array( 0, 1, 2 ), array( 5, 6 ) ), DrawCheck::problem( $only( 8, array( 0 => array( 5, 6 ), 1 => array( 5, 6 ), 2 => array( 5, 6 ), 3 => array( 1, 5, 6 ) ) ) ) ) );
test( 'names someone who could draw nobody', static fn () => assert_same( $kind( DrawCheck::TOO_FEW_RECEIVERS, array( 2 ), array() ), DrawCheck::problem( $only( 5, array( 2 => array() ) ) ) ) );
test( 'names someone whom nobody could draw', static fn () => assert_same( $kind( DrawCheck::TOO_FEW_GIVERS, array(), array( 3 ) ), DrawCheck::problem( AllowedPairs::of( 5, array( array( 0, 3 ), array( 1, 3 ), array( 2, 3 ), array( 4, 3 ) ) ) ) ) );
test(
	'a shortage is as small as possible: without any of its people, there is none',
	static function (): void {
		mt_srand( 3, MT_RAND_MT19937 );
		$seen = 0;
		while ( $seen < 60 ) {
			$forbidden = array();
			for ( $more = 0; $more < 26; ++$more ) {
				$forbidden[] = array( mt_rand( 0, 6 ), mt_rand( 0, 6 ) );
			}
			$pairs = AllowedPairs::of( 7, $forbidden );
			$short = Matching::shortage( $pairs->receivers );
			assert_same( null === ( new UniformDraw() )->draw( $pairs ), array() !== $short );
			if ( array() === $short ) {
				continue;
			}
			++$seen;
			$of = static fn ( array $givers ): int => count( array_unique( array_merge( array(), ...array_map( static fn ( int $giver ): array => $pairs->receivers[ $giver ], $givers ) ) ) );
			assert_same( count( $short ) - 1, $of( $short ) );
			foreach ( $short as $one ) {
				assert_same( true, Matching::shortage( array_intersect_key( $pairs->receivers, array_flip( array_diff( $short, array( $one ) ) ) ) ) === array() );
			}
		}
	}
);
test( 'refuses a pair that is in each solution', static fn () => assert_same( $kind( DrawCheck::FORCED, array( 1 ), array( 4 ) ), DrawCheck::problem( $only( 6, array( 1 => array( 4 ) ) ) ) ) );
test(
	'refuses a pair that someone could deduce from their own',
	static function () use ( $couple, $kind ): void {
		assert_same( $kind( DrawCheck::DEDUCIBLE, array( 0, 1 ), array( 3 ) ), DrawCheck::problem( AllowedPairs::of( 4, array( ...$couple( 0, 1 ), ...$couple( 2, 3 ) ) ) ) );
		assert_same( DrawCheck::DEDUCIBLE, DrawCheck::problem( AllowedPairs::of( 3 ) )['kind'] );
	}
);
test(
	'refuses exactly the draws that tell somebody a pair: from their own draw, or from those of people they look after',
	static function () use ( $only ): void {
		mt_srand( 4, MT_RAND_MT19937 );
		for ( $turn = 0; $turn < 240; ++$turn ) {
			$people    = mt_rand( 4, 6 );
			$forbidden = array();
			for ( $more = mt_rand( 0, 9 ); $more > 0; --$more ) {
				$forbidden[] = array( mt_rand( 0, $people - 1 ), mt_rand( 0, $people - 1 ) );
			}
			$pairs   = AllowedPairs::of( $people, $forbidden );
			$numbers = range( 0, $people - 1 );
			$seen    = 0 === $turn % 3 ? array() : array( array_values( array_filter( $numbers, static fn (): bool => 1 === mt_rand( 0, 1 ) ) ) );
			$found   = array( array() );
			foreach ( $pairs->receivers as $receivers ) {
				$found = array_merge( array(), ...array_map( static fn ( array $drawn ): array => array_map( static fn ( int $receiver ): array => array( ...$drawn, $receiver ), array_diff( $receivers, $drawn ) ), $found ) );
			}
			$tells = array() === $found;
			foreach ( array( array(), ...array_map( static fn ( int $one ): array => array( $one ), $numbers ), ...$seen ) as $givers ) {
				$outcomes = array();
				foreach ( $found as $drawn ) {
					$outcomes[ implode( ' ', array_intersect_key( $drawn, array_flip( $givers ) ) ) ][] = $drawn;
				}
				foreach ( $outcomes as $same ) {
					foreach ( array_diff( $numbers, $givers ) as $other ) {
						$tells = $tells || 1 === count( array_unique( array_column( $same, $other ) ) );
					}
				}
			}
			assert_same( $tells, null !== DrawCheck::problem( $pairs, $seen ), "turn {$turn}" );
		}
	}
);
test(
	'checks 100 people in bounded work',
	static function (): void {
		assert_same( null, DrawCheck::problem( AllowedPairs::of( 100 ) ) );
		$halves = array();
		for ( $one = 0; $one < 100; ++$one ) {
			for ( $other = 0; $other < 100; ++$other ) {
				if ( $one % 10 === $other % 10 ) {
					$halves[] = array( $one, $other );
				}
			}
		}
		assert_same( null, DrawCheck::problem( AllowedPairs::of( 100, $halves ) ) );
		$picky = array_map( static fn ( int $other ): array => array( 0, $other ), range( 3, 99 ) );
		assert_same( DrawCheck::DEDUCIBLE, DrawCheck::problem( AllowedPairs::of( 100, $picky ) )['kind'] );
		$guardian = range( 0, 20 );
		assert_same( null, DrawCheck::problem( AllowedPairs::of( 100 ), array( $guardian ) ) );
		assert_same( DrawCheck::DEDUCIBLE, DrawCheck::problem( AllowedPairs::of( 22 ), array( $guardian ) )['kind'] );
	}
);
test(
	'names the only receiver that the draws of many wards leave to somebody',
	static function () use ( $kind ): void {
		$wards     = range( 0, 10 );
		$forbidden = array( ...array_map( static fn ( int $ward ): array => array( $ward, 5 ), $wards ), ...array_map( static fn ( int $other ): array => array( 20, $other ), array_diff( range( 0, 23 ), array( 5, 22, 23 ) ) ) );
		assert_same( $kind( DrawCheck::DEDUCIBLE, array( ...$wards, 20 ), array( 5 ) ), DrawCheck::problem( AllowedPairs::of( 24, $forbidden ), array( $wards ) ) );
	}
);
test(
	'recognizes pairs that last year’s would force',
	static function () use ( $only ): void {
		assert_same( true, DrawCheck::is_forced( $only( 5, array( 0 => array( 1 ) ) ) ) );
		assert_same( true, DrawCheck::is_forced( $only( 5, array( 0 => array() ) ) ) );
		assert_same( false, DrawCheck::is_forced( AllowedPairs::of( 5 ) ) );
	}
);
