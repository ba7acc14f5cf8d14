<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

/**
 * Creates JPEGs that are small enough for messengers. Some messengers do not show large pictures.
 */
final class SmallJpeg {

	/** Maximum size in bytes. */
	private const MOST = 300_000;

	/** JPEG qualities to try, in percent. */
	private const QUALITIES = array( 86, 74, 60, 45, 30, 15 );

	/**
	 * Returns the picture in the best quality that is small enough. Returns an empty text if the picture is too large
	 * in all qualities, or if `$write` prints no JPEG.
	 *
	 * @param callable(int): mixed $write Prints the picture in a given quality.
	 */
	public static function of( callable $write ): string {
		foreach ( self::QUALITIES as $quality ) {
			ob_start();
			$write( $quality );
			$bytes = (string) ob_get_clean();
			if ( '' === $bytes || strlen( $bytes ) < self::MOST ) {
				return str_starts_with( $bytes, "\xFF\xD8\xFF" ) ? $bytes : '';
			}
		}
		return '';
	}
}
