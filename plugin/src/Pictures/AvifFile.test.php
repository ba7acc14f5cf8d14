<?php
declare( strict_types=1 );

namespace Largesse\Pictures;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

/** Packs values into bytes; each part has a value and its number of bits. */
$bits = static function ( array ...$parts ): string {
	$text = implode( '', array_map( static fn ( array $part ): string => str_pad( decbin( $part[0] ), $part[1], '0', STR_PAD_LEFT ), $parts ) );
	return implode( '', array_map( static fn ( string $byte ): string => chr( (int) bindec( str_pad( $byte, 8, '0' ) ) ), str_split( $text, 8 ) ) );
};

/**
 * Returns the coded data of a picture of 60 × 30 pixels, as SVT-AV1 writes it. If `$has_own_size` is true, the frame
 * states its own size of 65,536 × 65,536 pixels, the maximum of the 16-bit fields.
 */
$coded_picture = static function ( bool $has_own_size = false, int $kind = 6 ) use ( $bits ): string {
	$unit = static fn ( int $type, string $content ): string => chr( $type << 3 | 2 ) . chr( strlen( $content ) ) . $content;
	// Fields of the header, in order. The picture is not a reduced still picture. It has no timing information, one
	// operating point, 16 bits each for its width and its height, and no coding tools.
	$sequence = $bits( array( 0, 7 ), array( 0, 5 ), array( 0, 17 ), array( 15, 4 ), array( 15, 4 ), array( 59, 16 ), array( 29, 16 ), array( 0, 1 ), array( 0, 8 ), array( 1, 1 ), array( 1, 1 ) );
	// A key frame that is shown.
	$frame = $bits( array( 0, 3 ), array( 1, 1 ), array( 0, 2 ), array( $has_own_size ? 1 : 0, 1 ), array( 0xffff, 16 ), array( 0xffff, 16 ) );
	return $unit( 1, $sequence ) . $unit( 6, $bits( array( 0, 3 ), array( 1, 1 ), array( 0, 40 ) ) ) . $unit( $kind, $frame );
};

/** Returns a box. If `$is_long` is true, the number for its size has 64 bits. */
$box = static fn ( string $type, string $content, bool $is_long = false ): string => $is_long
	? pack( 'N', 1 ) . $type . pack( 'J', 16 + strlen( $content ) ) . $content
	: pack( 'N', 8 + strlen( $content ) ) . $type . $content;

/** Returns an entry of the list of items. */
$item = static fn ( int $id, string $type = 'av01', bool $is_long = false, int $version = 2, string $name = 'infe' ): string => $box( $name, chr( $version ) . "\0\0\0\0" . chr( $id ) . "\0\0{$type}\0", $is_long );

/**
 * Returns a file whose items share the same data. Each item after the first has `$extents` parts. The first item has
 * one part, or also `$extents` parts if `$sizes` is 0. With `$sizes` 0, parts have no size.
 */
$avif = static function ( string $data, array $items, ?int $entries = null, int $extents = 1, int $sizes = 0x44 ) use ( $box ): string {
	$places = '';
	foreach ( array_keys( $items ) as $at ) {
		$parts   = $at > 0 || 0 === $sizes ? $extents : 1;
		$places .= pack( 'nnnn', $at + 1, 1, 0, $parts );
		$places .= str_repeat( 0 === $sizes ? '' : pack( 'NN', 0, $parts > 1 ? 1 : strlen( $data ) ), $parts );
	}
	$index = "\1\0\0\0" . chr( $sizes ) . "\0" . pack( 'n', count( $items ) );
	$list  = "\0\0\0\0" . pack( 'n', $entries ?? count( $items ) );
	$meta  = "\0\0\0\0" . $box( 'iinf', $list . implode( '', $items ) ) . $box( 'iloc', $index . $places ) . $box( 'idat', $data );
	return $box( 'ftyp', "avif\0\0\0\0avifmif1" ) . $box( 'meta', $meta ) . $box( 'free', str_repeat( "\0", 1000 ) );
};

$coded = $coded_picture();
$first = $item( 1 );
foreach ( array(
	'of its only item'                     => array( $avif( $coded, array( $first ) ), 3600 ),
	'of two items with a note between them'           => array( $avif( $coded, array( $first, $item( 2, 'Exif' ), $item( 3 ) ) ), 7200 ),
	'of an item before a note of 255 parts' => array( $avif( $coded, array( $first, $item( 2, 'Exif' ) ), null, 255 ), 3600 ),
) as $what => list( $file, $pixels ) ) {
	test( "counts the pixels {$what}", static fn () => assert_same( $pixels, AvifFile::parse( $file )?->pixels ) );
}
foreach ( array(
	'a frame with its own size'               => $avif( $coded_picture( true ), array( $first ) ),
	'a repeated header with its own size'     => $avif( $coded_picture( true, 7 ), array( $first ) ),
	'an entry with a long size'               => $avif( $coded, array( $first, $item( 2, 'Exif', true ), $item( 3 ) ) ),
	'an entry of another version'             => $avif( $coded, array( $first, $item( 2, 'av01', false, 1 ) ) ),
	'an entry of another name'                => $avif( $coded, array( $first, $item( 2, 'av01', false, 2, 'free' ) ) ),
	'an item of another type'                 => $avif( $coded, array( $first, $item( 2, 'hvc1' ) ) ),
	'more entries than stated'                => $avif( $coded, array( $first, $item( 2 ) ), 1 ),
	'fewer entries than stated'               => $avif( $coded, array( $first ), 2 ),
	'too many parts'                          => $avif( $coded, array( $first, $item( 2, 'Exif' ) ), null, 256 ),
	'parts without bytes'                     => $avif( $coded, array( $first ), null, 300, 0 ),
	'an index of animations'                  => $avif( $coded, array( $first ) ) . $box( 'moov', '' ),
	'two boxes with items'                    => $avif( $coded, array( $first ) ) . $box( 'meta', '' ),
	'a box that is cut off'                   => $avif( $coded, array( $first ) ) . pack( 'N', 100 ) . 'free',
	'nothing'                                 => '',
) as $what => $file ) {
	test( "refuses {$what}", static fn () => assert_same( null, AvifFile::parse( $file ) ) );
}
