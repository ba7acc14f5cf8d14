<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

/**
 * Creates a JPEG that is small enough for messengers: some of them do not show larger pictures.
 */
final class SmallJpeg {

	/** Maximum size in bytes. */
	private const MOST = 300_000;

	/** JPEG qualities to try, in percent. */
	private const QUALITIES = array( 86, 74, 60, 45, 30, 15 );

	/**
	 * Returns the picture in the best quality that is small enough; an empty text if even the lowest quality is too
	 * large.
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
