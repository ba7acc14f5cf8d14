<?php
declare( strict_types=1 );

namespace Largesse\Registries\Pictures;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

/** Returns EXIF data with an orientation as the second entry. */
$exif = static function ( int $orientation, bool $is_big ): string {
	list( $short, $long ) = $is_big ? array( 'n', 'N' ) : array( 'v', 'V' );

	$entry = static fn ( int $tag, int $value ): string => pack( $short, $tag )
		. pack( $short, 3 )
		. pack( $long, 1 )
		. pack( $short, $value )
		. "\0\0";
	return ( $is_big ? "MM\0*" : "II*\0" )
		. pack( $long, 8 )
		. pack( $short, 2 )
		. $entry( 0x0100, 60 )
		. $entry( 0x0112, $orientation )
		. pack( $long, 0 );
};

$jpeg = static fn ( string $exif ): string => "\xFF\xD8\xFF\xE0"
	. pack( 'n', 6 )
	. "JFIF\xFF\xE1"
	. pack( 'n', strlen( $exif ) + 8 )
	. "Exif\0\0{$exif}\xFF\xDA\0\2data\xFF\xD9";
$png  = static function ( string $exif ): string {
	$chunk = static fn ( string $name, string $content ): string => pack( 'N', strlen( $content ) )
		. $name
		. $content
		. pack( 'N', crc32( $name . $content ) );
	return "\x89PNG\r\n\x1A\n"
		. $chunk( 'IHDR', 'head' )
		. $chunk( 'IDAT', 'odd' )
		. $chunk( 'eXIf', $exif )
		. $chunk( 'IEND', '' );
};
$webp = static function ( string $exif, string $head = '' ): string {
	$chunk  = static fn ( string $name, string $content ): string => $name
		. pack( 'V', strlen( $content ) )
		. $content
		. ( strlen( $content ) % 2 ? "\0" : '' );
	$chunks = $chunk( 'VP8X', 'abc' ) . $chunk( 'VP8 ', 'data' ) . $chunk( 'EXIF', $head . $exif );
	return 'RIFF' . pack( 'V', strlen( $chunks ) + 4 ) . 'WEBP' . $chunks;
};

foreach ( array( 'big-endian' => true, 'little-endian' => false ) as $order => $is_big ) {
	foreach (
		array( 0 => 1, 1 => 1, 2 => 2, 3 => 3, 4 => 4, 5 => 5, 6 => 6, 7 => 7, 8 => 8, 9 => 1 ) as $stated => $orientation
	) {
		$data = $exif( $stated, $is_big );
		test(
			"is {$orientation} for the {$order} value {$stated}, in each format",
			static fn () => assert_same(
				array_fill( 0, 4, $orientation ),
				array(
					Orientation::of( 'image/jpeg', $jpeg( $data ) ),
					Orientation::of( 'image/png', $png( $data ) ),
					Orientation::of( 'image/webp', $webp( $data ) ),
					Orientation::of( 'image/webp', $webp( $data, "Exif\0\0" ) ),
				)
			)
		);
	}
}

test(
	'is 1 for every beginning of a file, and for files without EXIF data',
	static function () use ( $exif, $jpeg, $png, $webp ): void {
		foreach (
			array(
				'image/jpeg' => $jpeg( $exif( 6, true ) ),
				'image/png'  => $png( $exif( 6, true ) ),
				'image/webp' => $webp( $exif( 6, true ) ),
			) as $type => $bytes
		) {
			$end = (int) strpos( $bytes, "\x01\x12" );
			for ( $length = 0; $length < $end; $length++ ) {
				assert_same( 1, Orientation::of( $type, substr( $bytes, 0, $length ) ), "{$type} {$length}" );
			}
			assert_same( 1, Orientation::of( $type, str_replace( array( "MM\0*", 'eXIf', 'EXIF' ), 'none', $bytes ) ) );
		}
		assert_same( 1, Orientation::of( 'image/gif', 'GIF89a' ) );
	}
);
