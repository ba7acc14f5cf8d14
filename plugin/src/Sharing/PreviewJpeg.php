<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

/**
 * JPEG files for previews of shared links. All have the same width and height. They are small, because some messengers
 * show no large pictures.
 */
final class PreviewJpeg {

	/** Size in pixels. */
	public const WIDTH  = 1200;
	public const HEIGHT = 630;

	/** Files must have fewer bytes. */
	public const LIMIT = 300_000;

	/**
	 * Returns the part of a cover that the preview shows. Cuts surplus width equally on both sides, but less surplus
	 * height at the top than at the bottom, which rarely shows faces.
	 *
	 * @return array{int, int, int, int} Left edge, top edge, width and height in pixels.
	 */
	public static function area( int $width, int $height ): array {
		$wide = (int) min( $width, round( $height * self::WIDTH / self::HEIGHT ) );
		$high = (int) min( $height, round( $width * self::HEIGHT / self::WIDTH ) );
		return array( intdiv( $width - $wide, 2 ), (int) round( ( $height - $high ) * 0.35 ), $wide, $high );
	}
}
