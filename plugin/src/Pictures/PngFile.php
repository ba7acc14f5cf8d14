<?php
declare( strict_types=1 );

namespace Largesse\Pictures;

/** Parses PNG files. The result contains no compressed texts, because a decoder could expand each text to 8 MB. */
final class PngFile {

	private const SIGNATURE = "\x89PNG\r\n\x1A\n";

	/** Chunks that decoders need: the picture, its transparency and its colours. */
	private const NEEDED = array( 'IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'IDAT', 'IEND' );

	/**
	 * Bytes of memory to count for each pixel. libpng's output and GD's copy need less, but decoding PNG's filters is
	 * slow. The higher number limits the time, because fewer pixels then fit the memory limit.
	 */
	private const BYTES_PER_PIXEL = 11;

	/** Bytes of memory to count for each pixel if each colour has 16 bits. */
	private const BYTES_PER_DEEP_PIXEL = 22;

	/** Position of the byte that states the number of bits per colour. */
	private const DEPTH = 24;

	/** Parses a file. */
	public static function parse( string $bytes ): ?PictureFile {
		$kept  = array( self::SIGNATURE );
		$is_in = array();
		$at    = strlen( self::SIGNATURE );
		while ( true ) {
			$length = PictureFile::big_endian( $bytes, $at, 4 );
			$name   = substr( $bytes, $at + 4, 4 );
			// The 12 bytes are the length, the name and the checksum of the chunk.
			$size = $length + 12;
			if ( $length < 0 || $at + $size > strlen( $bytes ) || ( 'IHDR' === $name ) !== ( 1 === count( $kept ) ) ) {
				return null;
			}
			if ( in_array( $name, self::NEEDED, true ) && ( 'IDAT' === $name || ! isset( $is_in[ $name ] ) ) ) {
				$is_in[ $name ] = true;
				$kept[]         = substr( $bytes, $at, $size );
			}
			if ( 'IEND' === $name ) {
				$is_deep = 16 === PictureFile::big_endian( $bytes, self::DEPTH, 1 );
				return isset( $is_in['IDAT'] ) ? new PictureFile( implode( '', $kept ), $is_deep ? self::BYTES_PER_DEEP_PIXEL : self::BYTES_PER_PIXEL ) : null;
			}
			$at += $size;
		}
	}
}
