<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

// Each case: the stored day of the occasion, the stored day that the owner chose, and the resulting day of the reveal.
foreach ( array(
	array( '', '', null ),
	array( '2027-06-12', '', '2027-06-13' ),
	array( '2020-02-28', '', '2020-02-29' ),
	array( '2026-12-31', '', '2027-01-01' ),
	array( '2027-06-12', '2999-01-01', '2999-01-01' ),
	array( '2027-06-12', '2027-05-01', '2027-05-01' ),
	array( '', '2027-05-01', '2027-05-01' ),
	array( '2027-06-12', '2027-02-30', '2027-06-13' ),
	array( '2027-02-30', '', null ),
	array( 'soon', 'later', null ),
) as list( $event, $chosen, $day ) ) {
	test( "of the occasion “{$event}” and the choice “{$chosen}” is " . ( $day ?? 'none' ), static fn () => assert_same( $day, RevealDay::of( $event, $chosen )->day ) );
}
test(
	'comes with its day, and without a day never',
	static function (): void {
		$come = static fn ( string $event, string $today ): bool => RevealDay::of( $event, '' )->has_come( $today );
		assert_same( array( false, true, true ), array( $come( '2027-06-12', '2027-06-12' ), $come( '2027-06-12', '2027-06-13' ), $come( '2027-06-12', '2028-01-01' ) ) );
		assert_same( array( false, false ), array( $come( '', '2027-06-13' ), $come( '9999-12-31', '9999-12-31' ) ) );
	}
);
test(
	'comes everywhere an hour after it came in the last time zone',
	static function (): void {
		$come = static fn ( string $event, string $now ): bool => RevealDay::of( $event, '' )->has_come_everywhere( (int) strtotime( $now ) );
		assert_same( array( false, true ), array( $come( '2027-06-12', '2027-06-13 14:59:59 UTC' ), $come( '2027-06-12', '2027-06-13 15:00:00 UTC' ) ) );
		assert_same( false, $come( '', '2027-06-13 15:00:00 UTC' ) );
	}
);
test(
	'ends the occasion only after its day',
	static function (): void {
		$over = static fn ( string $event, string $chosen, string $today ): bool => RevealDay::of( $event, $chosen )->is_over( $today );
		assert_same( array( false, true ), array( $over( '2027-06-12', '', '2027-06-12' ), $over( '2027-06-12', '', '2027-06-13' ) ) );
		assert_same( array( false, false, true ), array( $over( '2027-06-12', '2027-07-01', '2027-06-30' ), $over( '2027-06-12', '2027-06-01', '2027-06-12' ), $over( '2027-06-12', '2027-06-01', '2027-06-13' ) ) );
		assert_same( false, $over( '', '2027-06-01', '2027-06-13' ) );
	}
);
