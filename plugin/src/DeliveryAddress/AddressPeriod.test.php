<?php
declare( strict_types=1 );

namespace Largesse\DeliveryAddress;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

foreach ( array(
	'60 days after the event'                          => array( '2026-12-24', '2027-02-22' ),
	'60 days after the event, over the leap day'       => array( '2028-01-01', '2028-03-01' ),
	'a year after saving, if there is no day'          => array( '', '2027-01-31' ),
	'a year after saving, if the day does not exist'   => array( '2026-02-30', '2027-01-31' ),
) as $what => list( $event, $end ) ) {
	test( "ends {$what}", static fn () => assert_same( $end, AddressPeriod::end( $event, '2026-01-31' ) ) );
}
