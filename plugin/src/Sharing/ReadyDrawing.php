<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

use Largesse\Service\Rules;

/**
 * Drawings for previews of shared links, one for each kind of occasion. They contain no text. `tools/pictures.ts`
 * renders them in the format of PreviewJpeg.
 */
final class ReadyDrawing {

	/**
	 * Returns the path of the drawing for an occasion, in the plugin's folder. The earliest match wins, so the occasion
	 * takes precedence over the title, which may mention another occasion.
	 */
	public static function path( string $occasion, string $title ): string {
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
