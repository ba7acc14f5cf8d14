<?php
declare( strict_types=1 );

namespace Largesse\Finding;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

/** Stored words of registries. */
const ANNA  = ' anna berger tom muller mueller hochzeit wedding marriage heirat june juni 2027 ';
const ZOE   = ' zoe obrien baby shower september 2027 ';
const CYRIL = ' дмитрий 山田太郎 einweihung housewarming ';

// Each case contains typed words, the words of a registry, and the expected points.
foreach ( array(
	array( 'anna berger', ANNA, 6.0 ),
	array( 'ber', ANNA, 2.0 ),
	array( 'burger', ANNA, 1.5 ),
	array( 'brger', ANNA, 1.5 ),
	array( 'begrer', ANNA, 1.5 ),
	array( 'anna burger', ANNA, 4.5 ),
	array( 'anan berger', ANNA, 4.5 ),
	array( 'anna tomas berger', ANNA, 6.0 ),
	array( 'anna xaver berger', ANNA, 6.0 ),
	array( 'anna xaver zita', ANNA, 0.0 ),
	array( 'anna meier', ANNA, 0.0 ),
	array( 'jnui', ANNA, 1.5 ),
	array( 'june 2028', ANNA, 0.0 ),
	array( '2026', ANNA, 0.0 ),
	array( '202', ANNA, 0.0 ),
	array( 'annas hochzeit', ANNA, 4.5 ),
	array( 'hochzeti', ANNA, 1.5 ),
	array( 'hohczieit', ANNA, 0.0 ),
	array( 'hochzaut', ANNA, 1.2 ),
	array( 'muallor', ANNA, 0.0 ),
	array( 'hoch', ANNA, 2.0 ),
	array( 'zeit', ANNA, 0.0 ),
	array( 'ann', ANNA, 2.0 ),
	array( 'ana', ANNA, 1.5 ),
	array( 'bergger', ANNA, 1.5 ),
	array( 'a', ANNA, 0.0 ),
	array( 'bergerson', ANNA, 0.0 ),
	array( 'obrian', ZOE, 1.5 ),
	array( 'zoo', ZOE, 0.0 ),
	array( 'дмитpий', CYRIL, 1.5 ),
	array( '山田', CYRIL, 2.0 ),
	array( '', ANNA, 0.0 ),
) as list( $typed, $text, $points ) ) {
	test(
		"gives “{$typed}” {$points} points in “" . trim( substr( $text, 0, 12 ) ) . '”',
		static function () use ( $typed, $text, $points ): void {
			$words = array_map( static fn ( string $word ): array => array( $word ), '' === $typed ? array() : explode( ' ', $typed ) );
			assert_same( $points, round( ( new Similarity( $words ) )->score( $text ), 2 ) );
		}
	);
}
test(
	'takes the spelling that fits best',
	static function (): void {
		assert_same( 3.0, ( new Similarity( array( array( 'muller', 'mueller' ) ) ) )->score( ' mueller ' ) );
		assert_same( 3.0, ( new Similarity( array( array( 'mueller', 'muller' ) ) ) )->score( ' mueller ' ) );
	}
);
