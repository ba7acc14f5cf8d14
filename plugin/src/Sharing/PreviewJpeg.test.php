<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

test(
	'reduces the quality until the file is small enough',
	static function (): void {
		$tried = array();
		$write = static function ( int $quality ) use ( &$tried ): void {
			$tried[] = $quality;
			echo "\xFF\xD8\xFF" . str_repeat( 'x', 5000 * $quality );
		};
		assert_same( 225_003, strlen( PreviewJpeg::best( $write ) ) );
		assert_same( array( 86, 74, 60, 45 ), $tried );
		assert_same( '', PreviewJpeg::best( static fn () => print( str_repeat( 'x', 300_000 ) ) ) );
		assert_same( '', PreviewJpeg::best( static fn () => print( 'no JPEG' ) ) );
		assert_same( '', PreviewJpeg::best( static fn () => null ) );
	}
);

foreach ( array(
	'a high cover'  => array( array( 1200, 1630 ), array( 0, 350, 1200, 630 ) ),
	'a wide cover'  => array( array( 3000, 630 ), array( 900, 0, 1200, 630 ) ),
	'a small cover' => array( array( 120, 63 ), array( 0, 0, 120, 63 ) ),
) as $kind => list( $size, $area ) ) {
	test( "crops $kind", static fn () => assert_same( $area, PreviewJpeg::area( ...$size ) ) );
}
