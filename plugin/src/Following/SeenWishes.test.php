<?php
declare( strict_types=1 );

namespace Largesse\Following;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

/** Stores the data and reads it again. */
function stored( SeenWishes $seen ): SeenWishes {
	return SeenWishes::from_array( json_decode( json_encode( $seen->to_array() ), true ) );
}

test( 'counts wishes that were added since, even at the first look', static fn () => assert_same( array( 2 => '200' ), SeenWishes::from_array( array() )->after( array( 1 => '100', 2 => '200' ), '300' )->since( array( 1 => '100', 2 => '200' ), '150' ) ) );

test( 'counts a wish once', static fn () => assert_same( array(), stored( SeenWishes::from_array( array() )->after( array( 1 => '100' ), '300' ) )->after( array( 1 => '100' ), '400' )->since( array( 1 => '100' ), '300' ) ) );

test(
	'counts a draft when guests can see it',
	static function (): void {
		$seen = stored( SeenWishes::from_array( array() )->after( array( 2 => '200' ), '300' ) )->after( array( 1 => '100', 2 => '200' ), '400' );
		assert_same( array( 1 => '400' ), $seen->since( array( 1 => '100', 2 => '200' ), '300' ) );
		assert_same( array(), stored( $seen )->after( array( 1 => '100', 2 => '200' ), '500' )->since( array( 1 => '100', 2 => '200' ), '400' ) );
	}
);

test(
	'does not count a wish again that was removed and restored',
	static function (): void {
		$seen = SeenWishes::from_array( array() )->after( array( 1 => '100' ), '200' )->after( array(), '300' );
		assert_same( array(), stored( $seen )->after( array( 1 => '100' ), '400' )->since( array( 1 => '100' ), '200' ) );
	}
);

test( 'returns only visible wishes', static fn () => assert_same( array(), SeenWishes::from_array( array() )->after( array( 1 => '100' ), '200' )->after( array( 1 => '100', 2 => '050' ), '300' )->since( array(), '' ) ) );

test(
	'remembers all visible wishes, however many were removed',
	static function (): void {
		$kept = array( 1 => '1' );
		$seen = SeenWishes::from_array( array() )->after( $kept, '2' )->after( $kept + array_fill( 2, 2_500, '2' ), '3' )->after( $kept, '4' );
		assert_same( array(), $seen->after( $kept, '5' )->since( $kept, '2' ) );
		assert_same( 2_000, count( $seen->to_array()['ids'] ) );
	}
);
test( 'remembers the newest 2,000 removed wishes', static fn () => assert_same( range( 2, 2_001 ), SeenWishes::from_array( array() )->after( array_fill( 1, 2_001, '1' ), '8' )->after( array(), '9' )->to_array()['ids'] ) );
