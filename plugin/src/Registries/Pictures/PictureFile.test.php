<?php
declare( strict_types=1 );

namespace Largesse\Registries\Pictures;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

/** Returns a segment of a JPEG. */
$segment = static fn ( int $marker, string $content ): string => "\xFF"
	. chr( $marker )
	. pack( 'n', strlen( $content ) + 2 )
	. $content;

/** Returns the frame of a JPEG with three components. The first component has twice the resolution of the others. */
$frame = static fn ( int $marker = 0xC0 ): string => $segment(
	$marker,
	"\x08" . pack( 'nn', 30, 60 ) . "\x03\x01\x22\x00\x02\x11\x00\x03\x11\x00"
);

/** Returns a scan with some data. */
$scan    = static fn ( int $components = 3 ): string => $segment(
	0xDA,
	chr( $components ) . str_repeat( "\1\0", $components ) . "\0\x3F\0"
)
	. "data\xFF\0data\xFF\xD0data";
$jpeg    = static fn ( string ...$parts ): string => "\xFF\xD8" . implode( '', $parts ) . "\xFF\xD9";
$comment = $segment( 0xFE, "<?php \xFF\xD9" );

$chunk = static fn ( string $name, string $content ): string => pack( 'N', strlen( $content ) )
	. $name
	. $content
	. pack( 'N', crc32( $name . $content ) );
$head  = static fn ( int $depth ): string => $chunk( 'IHDR', pack( 'NN', 60, 30 ) . chr( $depth ) . "\2\0\0\0" );
$png   = static fn ( string ...$parts ): string => "\x89PNG\r\n\x1A\n" . implode( '', $parts ) . $chunk( 'IEND', '' );

$part  = static fn ( string $name, string $content ): string => $name
	. pack( 'V', strlen( $content ) )
	. $content
	. ( strlen( $content ) % 2 ? "\0" : '' );
$webp  = static fn ( string $chunks ): string => 'RIFF' . pack( 'V', strlen( $chunks ) + 4 ) . 'WEBP' . $chunks;
$image = $part( 'VP8 ', "\0\0\0\x9D\1\x2A" . pack( 'vv', 60, 30 ) . 'data' );
$move  = static fn ( string $content ): string => $part( 'ANMF', str_repeat( "\0", 16 ) . $content );

// For each case: the type, the file, the bytes that remain, and the memory that a decoder needs for each pixel.
foreach ( array(
	'all of a JPEG'                               => array(
		'jpeg',
		$jpeg( $frame(), $scan() ),
		$jpeg( $frame(), $scan() ),
		4.0,
	),
	'a JPEG without comments'                     => array(
		'jpeg',
		$jpeg( $comment, $frame(), $comment, $scan() ),
		$jpeg( $frame(), $scan() ),
		4.0,
	),
	'a JPEG to its end'                           => array(
		'jpeg',
		$jpeg( $frame(), $scan() ) . 'more',
		$jpeg( $frame(), $scan() ),
		4.0,
	),
	'a progressive JPEG, with its coefficients'   => array(
		'jpeg',
		$jpeg( $frame( 0xC2 ), $scan() ),
		$jpeg( $frame( 0xC2 ), $scan() ),
		7.0,
	),
	'a JPEG whose first scan has one component'   => array(
		'jpeg',
		$jpeg( $frame(), $scan( 1 ) ),
		$jpeg( $frame(), $scan( 1 ) ),
		7.0,
	),
	'a JPEG of many stuffed bytes'                => array(
		'jpeg',
		$jpeg( $frame(), $scan() . str_repeat( "\xFF\0", 500_000 ) ),
		$jpeg( $frame(), $scan() . str_repeat( "\xFF\0", 500_000 ) ),
		4.0,
	),
	'a JPEG of many restart markers'              => array(
		'jpeg',
		$jpeg( $frame(), $scan() . str_repeat( "\xFF\xD0", 500_000 ) ),
		$jpeg( $frame(), $scan() . str_repeat( "\xFF\xD0", 500_000 ) ),
		4.0,
	),
	'a JPEG of 15 scans'                          => array(
		'jpeg',
		$jpeg( $frame(), str_repeat( $scan(), 15 ) ),
		$jpeg( $frame(), str_repeat( $scan(), 15 ) ),
		4.0,
	),
	'a PNG without texts'                         => array(
		'png',
		$png( $head( 8 ), $chunk( 'zTXt', 'x' ), $chunk( 'IDAT', 'data' ), $chunk( 'IDAT', 'more' ) ),
		$png( $head( 8 ), $chunk( 'IDAT', 'data' ), $chunk( 'IDAT', 'more' ) ),
		11.0,
	),
	'a PNG of 16 bits'                            => array(
		'png',
		$png( $head( 16 ), $chunk( 'IDAT', 'data' ) ),
		$png( $head( 16 ), $chunk( 'IDAT', 'data' ) ),
		22.0,
	),
	'a PNG with one palette'                      => array(
		'png',
		$png( $head( 8 ), $chunk( 'PLTE', 'abc' ), $chunk( 'PLTE', 'def' ), $chunk( 'IDAT', 'data' ) ),
		$png( $head( 8 ), $chunk( 'PLTE', 'abc' ), $chunk( 'IDAT', 'data' ) ),
		11.0,
	),
	'all of a WebP'                               => array( 'webp', $webp( $image ), $webp( $image ), 14.0 ),
	'a WebP without notes'                        => array(
		'webp',
		$webp( $part( 'VP8X', str_repeat( "\0", 10 ) ) . $part( 'EXIF', 'x' ) . $image ),
		$webp( $image ),
		14.0,
	),
	'the first picture of a WebP that moves'      => array(
		'webp',
		$webp( $part( 'ANIM', '123456' ) . $move( $image ) . $move( $image ) ),
		$webp( $image ),
		14.0,
	),
	'the transparency of a WebP'                  => array(
		'webp',
		$webp( $part( 'ALPH', 'abc' ) . $image ),
		$webp( $part( 'VP8X', "\x10\0\0\0\x3B\0\0\x1D\0\0" ) . $part( 'ALPH', 'abc' ) . $image ),
		14.0,
	),
) as $what => list( $type, $file, $kept, $bytes_per_pixel ) ) {
	test(
		"keeps {$what}",
		static function () use ( $type, $file, $kept, $bytes_per_pixel ): void {
			$picture = PictureFile::parse( "image/{$type}", $file );
			assert_same( bin2hex( $kept ), bin2hex( (string) $picture?->bytes ) );
			assert_same( $bytes_per_pixel, $picture?->bytes_per_pixel );
		}
	);
}
foreach ( array(
	'half a JPEG'                               => array( 'jpeg', substr( $jpeg( $frame(), $scan() ), 0, -8 ) ),
	'a JPEG without a scan'                     => array( 'jpeg', $jpeg( $frame() ) ),
	'a JPEG without a frame'                    => array( 'jpeg', $jpeg( $scan() ) ),
	'a JPEG of two frames'                      => array( 'jpeg', $jpeg( $frame(), $frame(), $scan() ) ),
	'a JPEG of 16 scans'                        => array( 'jpeg', $jpeg( $frame(), str_repeat( $scan(), 16 ) ) ),
	'a JPEG with scans behind a comment'        => array(
		'jpeg',
		$jpeg( $frame(), $scan(), $comment, str_repeat( $scan(), 15 ) ),
	),
	'a JPEG with scans behind a restart marker' => array(
		'jpeg',
		$jpeg( $frame(), $scan(), "\xFF\xD0\xFF", $comment, str_repeat( $scan(), 15 ) ),
	),
	'a JPEG of 2,001 segments'                  => array(
		'jpeg',
		$jpeg( str_repeat( $segment( 0xFE, '' ), 1999 ), $frame(), $scan() ),
	),
	'a JPEG with arithmetic coding'             => array( 'jpeg', $jpeg( $frame( 0xC9 ), $scan() ) ),
	'half a PNG'                                => array(
		'png',
		substr( $png( $head( 8 ), $chunk( 'IDAT', 'data' ) ), 0, -10 ),
	),
	'a PNG without data'                        => array( 'png', $png( $head( 8 ) ) ),
	'a PNG that begins with data'               => array( 'png', $png( $chunk( 'IDAT', 'data' ), $head( 8 ) ) ),
	'a PNG of two heads'                        => array(
		'png',
		$png( $head( 8 ), $head( 8 ), $chunk( 'IDAT', 'data' ) ),
	),
	'half a WebP'                               => array( 'webp', substr( $webp( $image ), 0, -4 ) ),
	'a WebP with a frame in a frame'            => array( 'webp', $webp( $move( $move( $image ) ) ) ),
	'a WebP without a picture'                  => array( 'webp', $webp( $part( 'EXIF', 'x' ) ) ),
	'a GIF'                                     => array( 'gif', 'GIF89a' ),
	'another type'                              => array( 'svg+xml', '<svg/>' ),
	'nothing'                                   => array( 'jpeg', '' ),
) as $what => list( $type, $file ) ) {
	test( "refuses {$what}", static fn () => assert_same( null, PictureFile::parse( "image/{$type}", $file ) ) );
}
