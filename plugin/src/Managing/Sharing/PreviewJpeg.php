<?php
declare( strict_types=1 );

namespace Largesse\Managing\Sharing;

use Largesse\Foundation\Service\Rules;

/**
 * JPEG files for previews of shared links: cropped covers, and drawings without text, one for each kind of occasion,
 * which `tools/pictures.ts` renders. They are small, because some messengers show no large pictures.
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

	/**
	 * Returns the path of the drawing for an occasion, in the plugin's folder. The earliest match wins, so the occasion
	 * takes precedence over the title, which may mention another occasion.
	 */
	public static function drawing( string $occasion, string $title ): string {
		$words = mb_strtolower( "{$occasion} {$title}" );
		$found = array();
		foreach ( Rules::DRAWINGS as $drawing => $known ) {
			if ( 1 === preg_match( "/(?<!\pL)(?:{$known})/u", $words, $hit, PREG_OFFSET_CAPTURE ) ) {
				$found[ $drawing ] = $hit[0][1];
			}
		}
		return 'assets/covers/' . ( array() === $found ? 'gifts' : array_search( min( $found ), $found, true ) ) . '.jpg';
	}
}
