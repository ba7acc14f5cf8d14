<?php
declare( strict_types=1 );

namespace Largesse\Pictures;

/** Parses JPEG files like libjpeg: ignores bytes before a marker, and a marker ends even incomplete data of a scan. */
final class JpegFile {

	/** Maximum number of scans (libjpeg writes 10). Even an empty scan takes as long to decode as a whole picture. */
	private const MOST_SCANS = 15;

	/** Maximum number of segments. Photos have up to a few hundred. */
	private const MOST_SEGMENTS = 2000;

	/** Markers of the segments that decoders need: tables, scans, profiles, and the orientation. */
	private const NEEDED = array( 0xC0, 0xC1, 0xC2, 0xC4, 0xDA, 0xDB, 0xDD, 0xE0, 0xE1, 0xE2, 0xEE );

	/** Markers of frames: two sequential kinds, and progressive frames. Browsers support no other kinds. */
	private const FRAMES = array( 0xC0, 0xC1, self::PROGRESSIVE );

	private const PROGRESSIVE = 0xC2;

	/** Markers of segments to remove: arithmetic tables, number of lines, data of other programs, comments. */
	private const LEFT_OUT = array( 0xCC, 0xDC, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEF, 0xFE );

	private const SCAN = 0xDA;
	private const END  = 0xD9;

	/** Memory in bytes of a decoded pixel, and of a coefficient. Decoders store coefficients until all scans are read. */
	private const PIXEL       = 4;
	private const COEFFICIENT = 2;

	/** Parses a file. */
	public static function parse( string $bytes ): ?PictureFile {
		$kept     = array( "\xFF\xD8" );
		$at       = 2;
		$scans    = 0;
		$segments = 0;
		$frame    = '';
		// Number of components in the first scan.
		$in_scan = 0;
		while ( preg_match( '/\xFF[^\x00\xFF]/', $bytes, $found, PREG_OFFSET_CAPTURE, $at ) ) {
			$marker = ord( $found[0][0][1] );
			$at     = $found[0][1] + 2;
			if ( self::END === $marker ) {
				$kept[] = "\xFF\xD9";
				return $scans > 0 ? new PictureFile( implode( '', $kept ), self::bytes_per_pixel( $frame, $in_scan ) ) : null;
			}
			if ( 0x01 === $marker || ( $marker >= 0xD0 && $marker <= 0xD7 ) ) {
				// Markers without content.
				continue;
			}
			if ( ++$segments > self::MOST_SEGMENTS ) {
				return null;
			}
			$is_needed = in_array( $marker, self::NEEDED, true );
			$length    = PictureFile::big_endian( $bytes, $at, 2 );
			if ( $length < 2 || $at + $length > strlen( $bytes ) || ( ! $is_needed && ! in_array( $marker, self::LEFT_OUT, true ) ) ) {
				return null;
			}
			$content = substr( $bytes, $at, $length );
			$at     += $length;
			if ( in_array( $marker, self::FRAMES, true ) ) {
				if ( '' !== $frame ) {
					return null;
				}
				$frame = chr( $marker ) . $content;
			}
			if ( self::SCAN === $marker ) {
				$in_scan = 0 === $scans ? PictureFile::big_endian( $content, 2, 1 ) : $in_scan;
				if ( '' === $frame || ++$scans > self::MOST_SCANS || ! preg_match( '/\xFF[^\x00\xFF\xD0-\xD7]/', $bytes, $found, PREG_OFFSET_CAPTURE, $at ) ) {
					return null;
				}
				$content .= substr( $bytes, $at, $found[0][1] - $at );
				$at       = $found[0][1];
			}
			if ( $is_needed ) {
				$kept[] = "\xFF" . chr( $marker ) . $content;
			}
		}
		return null;
	}

	/**
	 * Returns the memory that a decoder needs for each pixel, in bytes. The decoder stores all coefficients if the
	 * picture is progressive, or if the first scan does not contain all components. `$frame` is the marker and content of
	 * the frame's segment.
	 */
	private static function bytes_per_pixel( string $frame, int $in_scan ): float {
		if ( self::PROGRESSIVE !== ord( $frame[0] ) && PictureFile::big_endian( $frame, 8, 1 ) <= $in_scan ) {
			return self::PIXEL;
		}
		$samples = 0;
		$widest  = 1;
		$highest = 1;
		$end     = strlen( $frame );
		for ( $at = 10; $at < $end; $at += 3 ) {
			$across   = ord( $frame[ $at ] ) >> 4;
			$down     = ord( $frame[ $at ] ) & 15;
			$samples += $across * $down;
			$widest   = max( $widest, $across );
			$highest  = max( $highest, $down );
		}
		return self::PIXEL + self::COEFFICIENT * $samples / ( $widest * $highest );
	}
}
