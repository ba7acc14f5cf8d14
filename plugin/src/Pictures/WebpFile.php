<?php
declare( strict_types=1 );

namespace Largesse\Pictures;

/** Parses WebP files. The result contains only the first picture of the file, with its transparency. */
final class WebpFile {

	/** Bytes of memory that a pixel needs. libwebp always decodes transparency, and GD copies each pixel. */
	private const BYTES_PER_PIXEL = 14;

	/** Number of bytes before the chunks of a frame. These bytes contain position, size, duration and flags. */
	private const FRAME_HEAD = 16;

	/** Flag which announces that a separate chunk contains the transparency. */
	private const WITH_ALPHA = "\x10\0\0\0";

	/** Parses a file. */
	public static function parse( string $bytes ): ?PictureFile {
		$end    = self::little_endian( $bytes, 4, 4 ) + 8;
		$chunks = $end <= strlen( $bytes ) ? self::picture( $bytes, 12, $end ) : null;
		if ( null === $chunks ) {
			return null;
		}
		return new PictureFile( 'RIFF' . pack( 'V', strlen( $chunks ) + 4 ) . 'WEBP' . $chunks, self::BYTES_PER_PIXEL );
	}

	/** Returns the chunks of the first picture between two positions. A frame of an animation must not contain frames. */
	private static function picture( string $bytes, int $at, int $end, bool $in_frame = false ): ?string {
		$alpha = '';
		while ( $at + 8 <= $end ) {
			$name   = substr( $bytes, $at, 4 );
			$length = self::little_endian( $bytes, $at + 4, 4 );
			$start  = $at + 8;
			$next   = $start + $length + $length % 2;
			// This check ignores the padding, because some programs do not pad the last chunk.
			if ( $start + $length > $end ) {
				return null;
			}
			if ( 'VP8L' === $name ) {
				return self::chunk( $name, substr( $bytes, $start, $length ) );
			}
			if ( 'VP8 ' === $name ) {
				$data = substr( $bytes, $start, $length );
				return '' === $alpha ? self::chunk( $name, $data ) : self::extended( $data ) . $alpha . self::chunk( $name, $data );
			}
			if ( 'ANMF' === $name ) {
				return ! $in_frame && $length > self::FRAME_HEAD ? self::picture( $bytes, $start + self::FRAME_HEAD, $start + $length, true ) : null;
			}
			if ( 'ALPH' === $name ) {
				$alpha = self::chunk( $name, substr( $bytes, $start, $length ) );
			}
			$at = $next;
		}
		return null;
	}

	/** Creates a chunk, whose name has four letters. */
	private static function chunk( string $name, string $data ): string {
		return $name . pack( 'V', strlen( $data ) ) . $data . ( strlen( $data ) % 2 ? "\0" : '' );
	}

	/** Returns the chunk with the size of a picture. In a file with transparency, this chunk precedes the picture. */
	private static function extended( string $data ): string {
		$size = '';
		foreach ( array( 6, 8 ) as $at ) {
			$size .= substr( pack( 'V', max( 0, ( self::little_endian( $data, $at, 2 ) & 0x3FFF ) - 1 ) ), 0, 3 );
		}
		return self::chunk( 'VP8X', self::WITH_ALPHA . $size );
	}

	/** Reads a number whose first byte is the least significant. */
	private static function little_endian( string $bytes, int $at, int $size ): int {
		return max( 0, PictureFile::big_endian( strrev( substr( $bytes, $at, $size ) ), 0, $size ) );
	}
}
