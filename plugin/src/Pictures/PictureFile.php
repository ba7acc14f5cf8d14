<?php
declare( strict_types=1 );

namespace Largesse\Pictures;

/**
 * The parts of a picture file that a decoder needs. Other parts are removed, so that they cannot cause more work. Also
 * states how much memory a decoder needs for each pixel.
 */
final class PictureFile {

	public function __construct( public readonly string $bytes, public readonly float $bytes_per_pixel ) {}

	/** Parses a file; null if it is damaged or incomplete, or has more parts than a normal picture. */
	public static function parse( string $type, string $bytes ): ?self {
		return match ( $type ) {
			'image/jpeg' => JpegFile::parse( $bytes ),
			'image/png'  => PngFile::parse( $bytes ),
			'image/webp' => WebpFile::parse( $bytes ),
			default      => null,
		};
	}

	/** Reads a big-endian number of up to 7 bytes; -1 after the end of the file. */
	public static function big_endian( string $bytes, int $at, int $size ): int {
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
