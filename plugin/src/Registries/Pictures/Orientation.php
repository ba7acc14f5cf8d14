<?php
declare( strict_types=1 );

namespace Largesse\Registries\Pictures;

/**
 * Orientation of a picture in its EXIF data, which browsers respect in every format: JPEG (segment APP1), PNG (chunk
 * `eXIf`) and WebP (chunk `EXIF`). WordPress reads it only from a JPEG, and only with PHP's extension `exif`.
 */
final class Orientation {

	/** Tag of the orientation, and the type of its value: a number of two bytes (TIFF 6.0). */
	private const TAG   = 0x0112;
	private const SHORT = 3;

	/** Maximum number of parts of a file, and of entries of the EXIF data, that are examined. */
	private const MOST = 2000;

	/** Returns the orientation, 1 to 8; 1 (upright) if the file states none. */
	public static function of( string $type, string $bytes ): int {
		return match ( $type ) {
			'image/jpeg' => self::in_jpeg( $bytes ),
			'image/png'  => self::in_exif( self::chunk( $bytes, 8, 'eXIf', 'N', named: 4, around: 12, even: 1 ) ),
			'image/webp' => self::in_exif( self::chunk( $bytes, 12, 'EXIF', 'V', named: 0, around: 8, even: 2 ) ),
			default      => 1,
		};
	}

	private static function in_jpeg( string $bytes ): int {
		$at = 2;
		$marker = '/\G\xFF+([^\x00\xFF])/';
		for ( $number = 0; $number < self::MOST && preg_match( $marker, $bytes, $found, 0, $at ); $number++ ) {
			$at    += strlen( $found[0] );
			$length = self::number( $bytes, $at, 2, 'n' );
			// The metadata precede the first scan.
			if ( "\xDA" === $found[1] || $length < 2 ) {
				break;
			}
			$content = substr( $bytes, $at + 2, $length - 2 );
			if ( "\xE1" === $found[1] && str_starts_with( $content, "Exif\0\0" ) ) {
				return self::in_exif( $content );
			}
			$at += $length;
		}
		return 1;
	}

	/**
	 * Returns the content of a chunk; '' for none.
	 *
	 * @param int    $at     Position of the first chunk.
	 * @param string $format Format of `unpack()` for a length of four bytes.
	 * @param int    $named  Position of the name in a chunk; the length has the other place of the first eight bytes.
	 * @param int    $around Bytes of a chunk besides its content.
	 * @param int    $even   The length of the content is padded to a multiple of this.
	 */
	private static function chunk(
		string $bytes,
		int $at,
		string $name,
		string $format,
		int $named,
		int $around,
		int $even
	): string {
		for ( $number = 0; $number < self::MOST; $number++ ) {
			$length = self::number( $bytes, $at + 4 - $named, 4, $format );
			if ( $length < 0 ) {
				return '';
			}
			if ( substr( $bytes, $at + $named, 4 ) === $name ) {
				return substr( $bytes, $at + 8, $length );
			}
			$at += $around + $length + ( $even - $length % $even ) % $even;
		}
		return '';
	}

	/** Returns the orientation in EXIF data, with or without its head. */
	private static function in_exif( string $exif ): int {
		$tiff   = str_starts_with( $exif, "Exif\0\0" ) ? substr( $exif, 6 ) : $exif;
		$is_big = str_starts_with( $tiff, "MM\0*" );
		if ( ! $is_big && ! str_starts_with( $tiff, "II*\0" ) ) {
			return 1;
		}
		list( $short, $long ) = $is_big ? array( 'n', 'N' ) : array( 'v', 'V' );

		$first = self::number( $tiff, 4, 4, $long );
		$count = min( self::MOST, self::number( $tiff, $first, 2, $short ) );
		for ( $entry = 0; $entry < $count; $entry++ ) {
			$at = $first + 2 + 12 * $entry;
			if (
				self::TAG === self::number( $tiff, $at, 2, $short )
				&& self::SHORT === self::number( $tiff, $at + 2, 2, $short )
			) {
				$orientation = self::number( $tiff, $at + 8, 2, $short );
				return $orientation >= 1 && $orientation <= 8 ? $orientation : 1;
			}
		}
		return 1;
	}

	/** Reads a number in a format of `unpack()`; -1 outside of the text. */
	private static function number( string $bytes, int $at, int $size, string $format ): int {
		return $at < 0 || $at + $size > strlen( $bytes ) ? -1 : (int) ( unpack( $format, $bytes, $at )[1] ?? -1 );
	}
}
