<?php
declare( strict_types=1 );

namespace Largesse\Managing\Unlisted;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

/** Returns a hidden wish. @param string $day Day on which the site shows the wish. */
function hidden( string $day = '' ): UnlistedWish {
	return new UnlistedWish( 'a', UnlistedWish::HIDDEN, array( 'name' => 'Lamp' ), 7, day: $day );
}

test(
	'reads what it has stored',
	static function (): void {
		$place = array(
			'before'         => 3,
			'heading'        => 'Kitchen',
			'is_most_wanted' => true,
		);
		$wish  = hidden( '2026-12-01' )->with( place: $place );
		assert_same( $wish->to_array(), UnlistedWish::from_array( $wish->to_array() )->to_array() );
		assert_same( 2, $wish->version );
	}
);

test(
	'is due from its day on, unless it was received',
	static function (): void {
		assert_same(
			array( false, true, true, false ),
			array(
				hidden( '2026-12-02' )->is_due( '2026-12-01' ),
				hidden( '2026-12-01' )->is_due( '2026-12-01' ),
				hidden( '2025-12-24' )->is_due( '2026-12-01' ),
				hidden()->is_due( '2026-12-01' ),
			)
		);
		assert_same( false, hidden( '2026-12-01' )->with( folder: UnlistedWish::RECEIVED )->is_due( '2026-12-01' ) );
	}
);

test(
	'equals another version with the same content',
	static function (): void {
		assert_same( true, hidden()->equals( hidden()->with() ) );
		assert_same( false, hidden()->equals( hidden()->with( from: 'Ada' ) ) );
	}
);
