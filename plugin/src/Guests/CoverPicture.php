<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use Largesse\Html\Template;
use Largesse\Registry\Cover;
use Largesse\Registry\RegistryTitle;
use WP_Post;

/**
 * Renders the cover picture at the top of a registry's page. Owners choose the picture.
 */
final class CoverPicture {

	/**
	 * Renders the cover. Returns an empty text if there is none. Visitors see the cover first, so browsers load it with
	 * high priority. The page reserves space for the cover.
	 *
	 * @param WP_Post $registry Registry that the visitor may see.
	 */
	public static function html( WP_Post $registry ): string {
		$cover = Cover::of( $registry );
		$size  = $cover ? wp_getimagesize( $cover->file ) : false;
		if ( ! $cover || ! $size ) {
			return '';
		}
		return Template::render(
			'guests/cover',
			array(
				'url'    => $cover->url,
				'alt'    => self::alt( $registry ),
				'width'  => $size[0],
				'height' => $size[1],
			)
		);
	}

	/**
	 * Returns the alternative text. The text does not describe the picture, because only the owners know what it shows.
	 */
	private static function alt( WP_Post $registry ): string {
		/* translators: %s: title of a registry. */
		return sprintf( __( 'Cover picture of “%s”', 'largesse' ), RegistryTitle::of( $registry ) );
	}
}
