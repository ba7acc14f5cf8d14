<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

foreach ( array(
	'without a day'              => array( true, '', false, null ),
	'before the day'             => array( true, '2027-06-14', false, null ),
	'on the day'                 => array( true, '2027-06-13', false, null ),
	'after the day'              => array( false, '2027-06-12', false, null ),
	'that the owner has thanked' => array( false, '2027-06-14', false, '2027-06-01T10:00:00.000Z' ),
	'of an owner'                => array( false, '', true, null ),
) as $what => list( $is_open, $day, $is_owner, $thanked_at ) ) {
	$gift = compact( 'is_owner', 'thanked_at' );
	test(
		( $is_open ? 'expects' : 'does not expect' ) . " a gift {$what}",
		static fn () => assert_same( $is_open, ExpectedGift::is_open( $gift, $day, '2027-06-13' ) )
	);
}
