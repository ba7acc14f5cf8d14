<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

use Largesse\Registry\Cover;

/**
 * Crops an owner's cover to the format of shared links.
 */
final class CroppedCover {

	/**
	 * Crops and scales the cover.
	 *
	 * @return string The picture as JPEG; empty if the cover cannot be processed.
	 */
	public static function jpeg( Cover $cover ): string {
		$editor = wp_get_image_editor( $cover->file );
		if ( is_wp_error( $editor ) ) {
			return '';
		}
		list( 'width' => $width, 'height' => $height ) = $editor->get_size();
		list( $left, $top, $wide, $high )              = PreviewJpeg::area( $width, $height );

		$done = $editor->crop( $left, $top, $wide, $high, PreviewJpeg::WIDTH, PreviewJpeg::HEIGHT );
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
