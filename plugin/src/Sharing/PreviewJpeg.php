<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

/**
 * JPEG files for previews of shared links. All have the same width and height. They are small, because some messengers
 * show no large pictures.
 */
final class PreviewJpeg {

	/** Width in pixels. */
	public const WIDTH = 1200;

	/** Height in pixels. */
	public const HEIGHT = 630;

	/** Files must have fewer bytes. */
	public const LIMIT = 300_000;

	/**
	 * Share of the surplus height that is cut off at the top of a cover. The rest is cut off at the bottom, which
	 * rarely shows faces.
	 */
	private const ABOVE = 0.35;

	/** JPEG qualities to try, in percent. */
	private const QUALITIES = array( 86, 74, 60, 45, 30, 15 );

	/** Markers of frames: two sequential kinds, and progressive frames. Browsers support no other kinds. */
	private const FRAMES = array( 0xC0, 0xC1, 0xC2 );

	/** Markers of the tables that decoders need. */
	private const TABLES = array( 0xC4, 0xDB, 0xDD );

	private const SCAN    = 0xDA;
	private const COMMENT = 0xFE;

	/**
	 * Maximum number of scans. Even an empty scan takes as long to decode as a whole picture. libjpeg writes 10 scans.
	 */
	private const MOST_SCANS = 15;

	/**
	 * Returns the part of a cover that the preview shows. Cuts surplus width equally on both sides, but less surplus
	 * height at the top than at the bottom.
	 *
	 * @return array{int, int, int, int} Left edge, top edge, width and height in pixels.
	 */
	public static function area( int $width, int $height ): array {
		$wide = (int) min( $width, round( $height * self::WIDTH / self::HEIGHT ) );
		$high = (int) min( $height, round( $width * self::HEIGHT / self::WIDTH ) );
		return array( intdiv( $width - $wide, 2 ), (int) round( ( $height - $high ) * self::ABOVE ), $wide, $high );
	}

	/**
	 * Returns the picture in the best quality that is small enough. Returns an empty text if the picture is too large
	 * in all qualities, or if `$write` prints no JPEG.
	 *
	 * @param callable(int): mixed $write Prints the picture in a given quality.
	 */
	public static function best( callable $write ): string {
		foreach ( self::QUALITIES as $quality ) {
			ob_start();
			$write( $quality );
			$bytes = (string) ob_get_clean();
			if ( '' === $bytes || strlen( $bytes ) < self::LIMIT ) {
				return str_starts_with( $bytes, "\xFF\xD8\xFF" ) ? $bytes : '';
			}
		}
		return '';
	}

	/**
	 * Returns a received file with only the parts that decoders need: no metadata, comments, colour profiles or
	 * thumbnails. Does not decode the picture, so it needs no image library.
	 *
	 * @return string Empty if the file is not a JPEG, has another size or other colours than a browser's canvas, is too
	 *                large or incomplete, or has data after the picture.
	 */
	public static function clean( string $bytes ): string {
		if ( strlen( $bytes ) >= self::LIMIT || ! str_starts_with( $bytes, "\xFF\xD8" ) ) {
			return '';
		}
		$kept   = "\xFF\xD8";
		$frames = 0;
		$scans  = 0;
		$at     = 2;
		$last   = strlen( $bytes ) - 2;
		while ( $at !== $last || ! str_ends_with( $bytes, "\xFF\xD9" ) ) {
			if ( 1 !== preg_match( '/\G\xFF([\xC0-\xFE])(..)/s', $bytes, $found, 0, $at ) ) {
				return '';
			}
			$marker = ord( $found[1] );
			$end    = $at + 2 + 256 * ord( $found[2][0] ) + ord( $found[2][1] );
			if ( $end < $at + 4 || $end > strlen( $bytes ) ) {
				return '';
			}
			$is_frame = in_array( $marker, self::FRAMES, true );
			if ( $is_frame && ( ++$frames > 1 || substr( $bytes, $at + 5, 5 ) !== pack( 'nnC', self::HEIGHT, self::WIDTH, 3 ) ) ) {
				return '';
			}
			if ( self::SCAN === $marker ) {
				$end = self::end_of_scan( $bytes, $end );
				if ( 0 === $frames || ++$scans > self::MOST_SCANS || 0 === $end ) {
					return '';
				}
			}
			if ( $is_frame || self::SCAN === $marker || in_array( $marker, self::TABLES, true ) ) {
				$kept .= substr( $bytes, $at, $end - $at );
			} elseif ( self::COMMENT !== $marker && 0xE0 !== ( $marker & 0xF0 ) ) {
				return '';
			}
			$at = $end;
		}
		return $scans > 0 ? "{$kept}\xFF\xD9" : '';
	}

	/** Returns the position of the first marker after the data of a scan; 0 if the file has no further marker. */
	private static function end_of_scan( string $bytes, int $at ): int {
		return preg_match( '/\xFF[^\x00\xD0-\xD7]/', $bytes, $found, PREG_OFFSET_CAPTURE, $at ) ? $found[0][1] : 0;
	}
}
