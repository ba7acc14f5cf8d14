<?php
declare( strict_types=1 );

namespace Largesse\Pictures;

/**
 * The parts of a picture's file that a decoder needs, and an upper bound of the work that they cause. The rest is left
 * out, so that a decoder reads only the parts that were counted here.
 */
final class PictureFile {

	/**
	 * Stores the result of parsing a file.
	 *
	 * @param string $bytes           The file, without everything that a decoder can do without.
	 * @param float  $bytes_per_pixel Memory that decoding takes, for each pixel.
	 * @param int    $pixels          Number of pixels that are decoded, if the format has several pictures in one;
	 *                                otherwise 0.
	 */
	public function __construct( public readonly string $bytes, public readonly float $bytes_per_pixel, public readonly int $pixels = 0 ) {}

	/**
	 * Parses a file.
	 *
	 * @param string $type  Media type.
	 * @param string $bytes The file as it was sent.
	 * @return self|null Null if it is damaged, incomplete, or has more parts than pictures have.
	 */
	public static function parse( string $type, string $bytes ): ?self {
		return match ( $type ) {
			'image/jpeg' => JpegFile::parse( $bytes ),
			'image/png'  => PngFile::parse( $bytes ),
			'image/webp' => WebpFile::parse( $bytes ),
			'image/gif'  => GifFile::parse( $bytes ),
			'image/avif' => AvifFile::parse( $bytes ),
			default      => null,
		};
	}

	/**
	 * Reads a number whose first byte is the most significant.
	 *
	 * @param string $bytes A file.
	 * @param int    $at    Position of the first byte.
	 * @param int    $size  Number of bytes, up to 7.
	 * @return int -1 behind the end of the file.
	 */
	public static function number( string $bytes, int $at, int $size ): int {
		if ( $at < 0 || $at + $size > strlen( $bytes ) ) {
			return -1;
		}
		$number = 0;
		for ( $end = $at + $size; $at < $end; $at++ ) {
			$number = $number << 8 | ord( $bytes[ $at ] );
		}
		return $number;
	}
}
