<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

test(
	'accepts exactly the days that a year can have',
	static function (): void {
		$days = array();
		foreach ( range( 0, 13 ) as $month ) {
			foreach ( range( 0, 32 ) as $day ) {
				$birthday = Birthday::of( (string) $day, (string) $month );
				assert_same( checkdate( $month, $day, 2024 ), null !== $birthday );
				if ( null !== $birthday ) {
					$days[] = $birthday;
					assert_same( array( 'day' => (string) $day, 'month' => (string) $month ), Birthday::parts( $birthday ) );
				}
			}
		}
		assert_same( 366, count( array_unique( $days ) ) );
	}
);

test(
	'is empty if both parts are',
	static fn () => assert_same(
		array( '', array( 'day' => '', 'month' => '' ) ),
		array( Birthday::of( '', '' ), Birthday::parts( '' ) )
	)
);
test(
	'needs both parts, as numbers',
	static fn () => assert_same(
		array( null, null, null, null, null ),
		array(
			Birthday::of( '3', '' ),
			Birthday::of( '', '3' ),
			Birthday::of( 'x', '3' ),
			Birthday::of( '3', '-3' ),
			Birthday::of( '003', '3' ),
		)
	)
);
test(
	'is next today, later this year, or next year',
	static fn () => assert_same(
		array( '2026-05-03', '2026-05-03', '2027-05-03' ),
		array(
			Birthday::next( '05-03', '2026-05-03' ),
			Birthday::next( '05-03', '2026-01-01' ),
			Birthday::next( '05-03', '2026-05-04' ),
		)
	)
);
test(
	'of 29 February is on the last day of February',
	static fn () => assert_same(
		array( '2027-02-28', '2028-02-29', '2028-02-29', '2029-02-28' ),
		array(
			Birthday::next( '02-29', '2026-03-01' ),
			Birthday::next( '02-29', '2027-03-01' ),
			Birthday::next( '02-29', '2028-02-29' ),
			Birthday::next( '02-29', '2028-03-01' ),
		)
	)
);
test(
	'is next within a year of each day',
	static function (): void {
		foreach ( array( '01-01', '02-28', '02-29', '03-01', '12-31' ) as $birthday ) {
			for ( $day = strtotime( '2026-01-01 UTC' ); $day < strtotime( '2030-01-01 UTC' ); $day += 86400 ) {
				$today = gmdate( 'Y-m-d', $day );
				$next  = Birthday::next( $birthday, $today );
				assert_same( true, $next >= $today && strtotime( "{$next} UTC" ) - $day <= 366 * 86400 );
				assert_same(
					true,
					checkdate( (int) substr( $next, 5, 2 ), (int) substr( $next, 8, 2 ), (int) substr( $next, 0, 4 ) )
				);
			}
		}
	}
);
