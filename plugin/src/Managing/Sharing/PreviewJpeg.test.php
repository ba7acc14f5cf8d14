<?php
declare( strict_types=1 );

namespace Largesse\Managing\Sharing;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

foreach ( array(
	'a high cover'  => array( array( 1200, 1630 ), array( 0, 350, 1200, 630 ) ),
	'a wide cover'  => array( array( 3000, 630 ), array( 900, 0, 1200, 630 ) ),
	'a small cover' => array( array( 120, 63 ), array( 0, 0, 120, 63 ) ),
) as $kind => list( $size, $area ) ) {
	test( "crops $kind", static fn () => assert_same( $area, PreviewJpeg::area( ...$size ) ) );
}

foreach ( array(
	'wedding'      => array( 'Wedding', 'Unsere Hochzeit', 'engagement', 'OUR WEDDING' ),
	'baby'         => array( 'Baby', 'Geburt', 'Taufe', 'Our new born' ),
	'birthday'     => array( 'Birthday', 'Geburtstag', '40th birthday' ),
	'housewarming' => array( 'Housewarming', 'Einzug' ),
	'gifts'        => array( 'Christmas', 'Weihnachten', 'Just so', '', '結婚', 'Rebirthday' ),
) as $name => $occasions ) {
	foreach ( $occasions as $occasion ) {
		test(
			"is {$name} for “{$occasion}”",
			static fn () => assert_same( "assets/covers/{$name}.jpg", PreviewJpeg::drawing( $occasion, '' ) )
		);
	}
}

test(
	'depends on the title if the occasion has none',
	static function (): void {
		assert_same( 'assets/covers/baby.jpg', PreviewJpeg::drawing( '', 'Baby Ada' ) );
		assert_same( 'assets/covers/baby.jpg', PreviewJpeg::drawing( 'Party', 'Baby Ada' ) );
		assert_same( 'assets/covers/wedding.jpg', PreviewJpeg::drawing( 'Wedding', 'Before the baby comes' ) );
		assert_same( 'assets/covers/baby.jpg', PreviewJpeg::drawing( '', 'Baby before our wedding' ) );
	}
);

test(
	'is a file in the format of previews',
	static function (): void {
		foreach ( array( 'Wedding', 'Baby', 'Birthday', 'Housewarming', '' ) as $occasion ) {
			$file = dirname( __DIR__, 3 ) . '/' . PreviewJpeg::drawing( $occasion, '' );
			assert_same(
				array( PreviewJpeg::WIDTH, PreviewJpeg::HEIGHT, IMAGETYPE_JPEG ),
				array_slice( (array) getimagesize( $file ), 0, 3 )
			);
			assert_same( true, filesize( $file ) < PreviewJpeg::LIMIT );
		}
	}
);
