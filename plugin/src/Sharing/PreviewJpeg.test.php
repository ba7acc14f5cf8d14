<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

/** Returns a segment: its marker, its length and its content. */
$segment = static fn ( int $marker, string $content ): string => "\xFF" . pack( 'Cn', $marker, strlen( $content ) + 2 ) . $content;

/** Returns the segment of a frame. */
$frame = static fn ( int $width = 1200, int $height = 630, int $components = 3, int $marker = 0xC0 ): string => $segment( $marker, pack( 'CnnC', 8, $height, $width, $components ) . str_repeat( "\x01\x11\x00", $components ) );

$tables = $segment( 0xDB, str_repeat( "\x01", 65 ) ) . $segment( 0xC4, str_repeat( "\x02", 30 ) );
// The data contain an escaped byte and a restart marker.
$scan = $segment( 0xDA, "\x03\x01\x00\x02\x11\x03\x11\x00\x3F\x00" ) . "\x12\xFF\x00\x34\xFF\xD3\x56";
$jfif = $segment( 0xE0, "JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00" );
$plain = "\xFF\xD8" . $tables . $frame() . $scan . "\xFF\xD9";

$accepted = array(
	'a file with all needed parts and no others' => $plain,
	'a file without its header'                  => "\xFF\xD8" . $jfif . $tables . $frame() . $scan . "\xFF\xD9",
	'a file without its metadata'                => "\xFF\xD8" . $segment( 0xE1, "Exif\x00\x00 52 N 13 E" ) . $segment( 0xE2, 'ICC_PROFILE' ) . $tables . $segment( 0xED, 'Photoshop' ) . $segment( 0xEE, 'Adobe' ) . $frame() . $segment( 0xFE, '<?php' ) . $scan . "\xFF\xD9",
);
foreach ( $accepted as $what => $bytes ) {
	test( "returns {$what}", static fn () => assert_same( bin2hex( $plain ), bin2hex( PreviewJpeg::clean( $bytes ) ) ) );
}

test(
	'returns a progressive file with its scans',
	static function () use ( $tables, $frame, $scan, $jfif ): void {
		$parts = $tables . $frame( marker: 0xC2 ) . $scan . $tables . $scan . $scan . "\xFF\xD9";
		assert_same( bin2hex( "\xFF\xD8{$parts}" ), bin2hex( PreviewJpeg::clean( "\xFF\xD8{$jfif}{$parts}" ) ) );
	}
);

$refused = array(
	'nothing'                            => '',
	'a text'                             => 'JPEG',
	'a PNG'                              => "\x89PNG\r\n\x1A\n" . $plain,
	'only the first bytes'               => "\xFF\xD8",
	'no picture'                         => "\xFF\xD8\xFF\xD9",
	'a frame without a scan'             => "\xFF\xD8" . $tables . $frame() . "\xFF\xD9",
	'a scan without a frame'             => "\xFF\xD8" . $tables . $scan . "\xFF\xD9",
	'two frames'                         => "\xFF\xD8" . $tables . $frame() . $frame() . $scan . "\xFF\xD9",
	'another width'                      => "\xFF\xD8" . $tables . $frame( 1201 ) . $scan . "\xFF\xD9",
	'another height'                     => "\xFF\xD8" . $tables . $frame( 1200, 1200 ) . $scan . "\xFF\xD9",
	'one colour'                         => "\xFF\xD8" . $tables . $frame( components: 1 ) . $scan . "\xFF\xD9",
	'four colours'                       => "\xFF\xD8" . $tables . $frame( components: 4 ) . $scan . "\xFF\xD9",
	'a lossless frame'                   => "\xFF\xD8" . $tables . $frame( marker: 0xC3 ) . $scan . "\xFF\xD9",
	'a table for other frames'           => "\xFF\xD8" . $segment( 0xCC, 'x' ) . $tables . $frame() . $scan . "\xFF\xD9",
	'more scans than a picture needs'    => "\xFF\xD8" . $tables . $frame( marker: 0xC2 ) . str_repeat( $scan, 16 ) . "\xFF\xD9",
	'bytes after the end'                => $plain . 'x',
	'a second picture after the end'     => $plain . $plain,
	'bytes between the parts'            => "\xFF\xD8" . $tables . 'x' . $frame() . $scan . "\xFF\xD9",
	'a file that is too large'           => "\xFF\xD8" . str_repeat( $segment( 0xFE, str_repeat( 'x', 60_000 ) ), 5 ) . $tables . $frame() . $scan . "\xFF\xD9",
	'a part that is longer than the file' => "\xFF\xD8" . $tables . $frame() . "\xFF\xE1\xFF\xFFx",
	'a part that is shorter than its length' => "\xFF\xD8" . $tables . "\xFF\xFE\x00\x01" . $frame() . $scan . "\xFF\xD9",
);
foreach ( $refused as $what => $bytes ) {
	test( "refuses {$what}", static fn () => assert_same( '', PreviewJpeg::clean( $bytes ) ) );
}

test(
	'refuses a file that ends early, wherever it ends',
	static function () use ( $plain ): void {
		for ( $length = strlen( $plain ) - 1; $length > 0; $length-- ) {
			assert_same( '', PreviewJpeg::clean( substr( $plain, 0, $length ) ) );
		}
	}
);

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
