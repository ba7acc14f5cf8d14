<?php
declare( strict_types=1 );

namespace Largesse\Together\DeliveryAddress;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

foreach ( array(
	'ten lines'      => array( array_fill( 0, 10, 'x' ), null ),
	'eleven lines'   => array( array_fill( 0, 11, 'x' ), 'maxItems' ),
	'400 characters' => array( array( str_repeat( '🎁', 200 ), str_repeat( 'ö', 199 ) ), null ),
	'401 characters' => array( array( str_repeat( 'ö', 401 ) ), 'maxLength' ),
) as $what => list( $lines, $problem ) ) {
	test( "checks {$what}", static fn () => assert_same( $problem, AddressRules::problem( $lines ) ) );
}
foreach ( array(
	'60 days after the event'                        => array( '2026-12-24', '2027-02-22' ),
	'60 days after the event, over the leap day'     => array( '2028-01-01', '2028-03-01' ),
	'a year after saving, if there is no day'        => array( '', '2027-01-31' ),
	'a year after saving, if the day does not exist' => array( '2026-02-30', '2027-01-31' ),
) as $what => list( $event, $end ) ) {
	test( "ends {$what}", static fn () => assert_same( $end, AddressRules::end( $event, '2026-01-31' ) ) );
}
