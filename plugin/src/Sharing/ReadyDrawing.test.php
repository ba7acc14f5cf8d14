<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

foreach ( array(
	'wedding'      => array( 'Wedding', 'Unsere Hochzeit', 'engagement', 'OUR WEDDING' ),
	'baby'         => array( 'Baby', 'Geburt', 'Taufe', 'Our new born' ),
	'birthday'     => array( 'Birthday', 'Geburtstag', '40th birthday' ),
	'housewarming' => array( 'Housewarming', 'Einzug' ),
	'gifts'        => array( 'Christmas', 'Weihnachten', 'Just so', '', '結婚', 'Rebirthday' ),
) as $name => $occasions ) {
	foreach ( $occasions as $occasion ) {
		test( "is {$name} for “{$occasion}”", static fn () => assert_same( "assets/covers/{$name}.jpg", ReadyDrawing::path( $occasion, '' ) ) );
	}
}

test(
	'depends on the title if the occasion has none',
	static function (): void {
		assert_same( 'assets/covers/baby.jpg', ReadyDrawing::path( '', 'Baby Ada' ) );
		assert_same( 'assets/covers/baby.jpg', ReadyDrawing::path( 'Party', 'Baby Ada' ) );
		assert_same( 'assets/covers/wedding.jpg', ReadyDrawing::path( 'Wedding', 'Before the baby comes' ) );
		assert_same( 'assets/covers/baby.jpg', ReadyDrawing::path( '', 'Baby before our wedding' ) );
	}
);

test(
	'is a file in the format of previews',
	static function (): void {
		foreach ( array( 'Wedding', 'Baby', 'Birthday', 'Housewarming', '' ) as $occasion ) {
			$file = dirname( __DIR__, 2 ) . '/' . ReadyDrawing::path( $occasion, '' );
			assert_same( array( PreviewJpeg::WIDTH, PreviewJpeg::HEIGHT, IMAGETYPE_JPEG ), array_slice( (array) getimagesize( $file ), 0, 3 ) );
			assert_same( true, filesize( $file ) < PreviewJpeg::LIMIT );
		}
	}
);
