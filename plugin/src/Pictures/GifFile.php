<?php
declare( strict_types=1 );

namespace Largesse\Pictures;

/**
 * Parses GIF files. The result contains only the first picture.
 */
final class GifFile {

	/**
	 * Bytes of memory to count for each pixel. GD needs only one byte, but decodes GIF files more slowly than other
	 * formats. The higher number limits the time, because fewer pixels then fit the memory limit.
	 */
	private const BYTES_PER_PIXEL = 7;

	/** Number of bytes before the colour table. These bytes contain the signature and the size of the screen. */
	private const HEAD = 13;

	private const EXTENSION = "\x21";
	private const PICTURE   = "\x2C";
	private const END       = "\x3B";

	/** Label of the extension that states the transparent colour. */
	private const CONTROL = "\xF9";

	/** Parses a file. */
	public static function parse( string $bytes ): ?PictureFile {
		if ( strlen( $bytes ) < self::HEAD ) {
			return null;
		}
		$at      = self::HEAD + self::colour_table_size( $bytes, self::HEAD - 3 );
		$kept    = substr( $bytes, 0, $at );
		$control = '';
		while ( isset( $bytes[ $at + 1 ] ) && self::EXTENSION === $bytes[ $at ] ) {
			$end = self::end_of_blocks( $bytes, $at + 2 );
			if ( self::CONTROL === $bytes[ $at + 1 ] ) {
				$control = substr( $bytes, $at, ( $end ?? $at ) - $at );
			}
			if ( null === $end ) {
				return null;
			}
			$at = $end;
		}
		// A picture begins with a separator, a position, a size, and flags.
		if ( ! isset( $bytes[ $at + 10 ] ) || self::PICTURE !== $bytes[ $at ] ) {
			return null;
		}
		$screen = unpack( 'vwidth/vheight', $bytes, 6 );
		$frame  = unpack( 'vleft/vtop/vwidth/vheight', $bytes, $at + 1 );
		if ( $frame['left'] + $frame['width'] > $screen['width'] || $frame['top'] + $frame['height'] > $screen['height'] ) {
			return null;
		}
		$end = self::end_of_blocks( $bytes, $at + 10 + self::colour_table_size( $bytes, $at + 9 ) + 1 );
		return null === $end ? null : new PictureFile( $kept . $control . substr( $bytes, $at, $end - $at ) . self::END, self::BYTES_PER_PIXEL );
	}

	/**
	 * Returns the size of a colour table.
	 *
	 * @param int $at Position of the flags that describe the table.
	 * @return int Number of bytes.
	 */
	private static function colour_table_size( string $bytes, int $at ): int {
		$flags = ord( $bytes[ $at ] );
		return $flags & 0x80 ? 3 << ( $flags & 7 ) + 1 : 0;
	}

	/**
	 * Finds the end of a sequence of blocks. Each block begins with its length.
	 *
	 * @param int $at Position of the first block.
	 * @return int|null Position after the last block; null if the file ends before this position.
	 */
	private static function end_of_blocks( string $bytes, int $at ): ?int {
		while ( isset( $bytes[ $at ] ) ) {
			$length = ord( $bytes[ $at ] );
			$at    += $length + 1;
			if ( 0 === $length ) {
				return $at;
			}
		}
		return null;
	}
}
