<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

foreach ( array(
	'a high cover'  => array( array( 1200, 1630 ), array( 0, 350, 1200, 630 ) ),
	'a wide cover'  => array( array( 3000, 630 ), array( 900, 0, 1200, 630 ) ),
	'a small cover' => array( array( 120, 63 ), array( 0, 0, 120, 63 ) ),
) as $kind => list( $size, $area ) ) {
	test( "crops $kind", static fn () => assert_same( $area, PreviewJpeg::area( ...$size ) ) );
}
