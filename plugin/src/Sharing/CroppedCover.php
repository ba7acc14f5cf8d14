<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

use Largesse\Registry\Cover;

/**
 * Crops an owner's cover to the format of shared links.
 */
final class CroppedCover {

	/**
	 * Share of the surplus height that is cut off at the top of a cover. The rest is cut off at the bottom, which
	 * rarely shows faces.
	 */
	private const ABOVE = 0.35;

	/**
	 * Crops and scales the cover. Cuts surplus width equally on both sides, but less surplus height at the top than at
	 * the bottom.
	 *
	 * @return string The picture as JPEG; empty if the cover cannot be processed.
	 */
	public static function jpeg( Cover $cover ): string {
		$editor = wp_get_image_editor( $cover->file );
		if ( is_wp_error( $editor ) ) {
			return '';
		}
		list( 'width' => $width, 'height' => $height ) = $editor->get_size();

		$wide = (int) min( $width, round( $height * PreviewJpeg::WIDTH / PreviewJpeg::HEIGHT ) );
		$high = (int) min( $height, round( $width * PreviewJpeg::HEIGHT / PreviewJpeg::WIDTH ) );
		$done = $editor->crop( intdiv( $width - $wide, 2 ), (int) round( ( $height - $high ) * self::ABOVE ), $wide, $high, PreviewJpeg::WIDTH, PreviewJpeg::HEIGHT );
		if ( is_wp_error( $done ) ) {
			return '';
		}
		return PreviewJpeg::best(
			static function ( int $quality ) use ( $editor ): void {
				$editor->set_quality( $quality );
				$editor->stream( 'image/jpeg' );
			}
		);
	}
}
