<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

use Largesse\Service\Rules;

/**
 * Drawings for previews of shared links, one for each kind of occasion. They contain no text. `tools/pictures.ts`
 * renders them in the format of PreviewJpeg.
 */
final class ReadyDrawing {

	/** Returns the path of a drawing in the plugin's folder. */
	public static function path( string $occasion, string $title ): string {
		return 'assets/covers/' . self::name( $occasion, $title ) . '.jpg';
	}

	/**
	 * Returns the name of the drawing for an occasion. The earliest match wins, so the occasion takes
	 * precedence over the title, which may mention another occasion.
	 */
	public static function name( string $occasion, string $title ): string {
		$words = mb_strtolower( "{$occasion} {$title}" );
		$found = array();
		foreach ( Rules::DRAWINGS as $drawing => $known ) {
			if ( 1 === preg_match( "/(?<!\pL)(?:{$known})/u", $words, $hit, PREG_OFFSET_CAPTURE ) ) {
				$found[ $drawing ] = $hit[0][1];
			}
		}
		return array() === $found ? 'gifts' : (string) array_search( min( $found ), $found, true );
	}
}
