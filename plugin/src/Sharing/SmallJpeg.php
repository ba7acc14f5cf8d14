<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

/**
 * Makes a JPEG that messengers take: some show no picture that is larger.
 */
final class SmallJpeg {

	/** Most bytes. */
	public const MOST = 300_000;

	/** Qualities that are tried, of 100. */
	private const QUALITIES = array( 86, 74, 60, 45, 30, 15 );

	/**
	 * Returns the picture at the best quality at which it is small; an empty text if there is none.
	 *
	 * @param callable(int): mixed $write Prints it at a quality.
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
