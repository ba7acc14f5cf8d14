<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

foreach ( array(
	'a day that has just passed'           => array( '2026-11-20', '2026-11-28', '2027-11-20' ),
	'today'                                => array( '2026-11-28', '2026-11-28', '2027-11-28' ),
	'a day of an earlier year, still ahead' => array( '2024-12-24', '2026-11-28', '2026-12-24' ),
	'a day of an earlier year, over'       => array( '2024-01-06', '2026-11-28', '2027-01-06' ),
	'an anniversary today'                 => array( '2024-11-28', '2026-11-28', '2026-11-28' ),
	'29 February'                          => array( '2024-02-29', '2024-03-01', '2025-02-28' ),
	'29 February before a leap year'       => array( '2024-02-29', '2027-03-01', '2028-02-29' ),
	'29 February before 2100'              => array( '2096-02-29', '2099-03-01', '2100-02-28' ),
	'no day'                               => array( '', '2026-11-28', '' ),
	'a text'                               => array( 'soon', '2026-11-28', '' ),
) as $case => list( $day, $today, $next ) ) {
	test( "next year of {$case}", static fn () => assert_same( $next, NextYear::day( $day, $today ) ) );
}
