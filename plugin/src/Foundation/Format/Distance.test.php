<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Format;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

foreach ( array(
	2    => array( 'day', 2 ),
	23   => array( 'day', 23 ),
	99   => array( 'day', 99 ),
	100  => array( 'month', 3 ),
	200  => array( 'month', 7 ),
	365  => array( 'month', 12 ),
	700  => array( 'month', 23 ),
	716  => array( 'year', 2 ),
	1000 => array( 'year', 3 ),
	2000 => array( 'year', 5 ),
) as $days => $unit ) {
	test( "calls {$days} days {$unit[1]} {$unit[0]}s", static fn () => assert_same( $unit, Distance::unit( $days ) ) );
}
