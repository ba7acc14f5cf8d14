<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

use Largesse\Service\Rules;

/**
 * Drawings for previews of shared links, one for each kind of occasion. They contain no text. `tools/pictures.ts`
 * renders them.
 */
final class ReadyDrawing {

	/** Name of the drawing for occasions that have no drawing of their own. */
	private const OTHER = 'gifts';

	/** Returns the bytes of a drawing: a JPEG in the format of PreviewJpeg. Empty if the file is missing. */
	public static function jpeg( string $occasion, string $title ): string {
		$file = dirname( __DIR__, 2 ) . '/assets/covers/' . self::name( $occasion, $title ) . '.jpg';
		// phpcs:ignore WordPress.WP.AlternativeFunctions.file_get_contents_file_get_contents -- A file of the plugin.
		return is_file( $file ) ? (string) file_get_contents( $file ) : '';
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
		return array() === $found ? self::OTHER : (string) array_search( min( $found ), $found, true );
	}
}
