<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use Largesse\Html\Template;
use Largesse\Registry\Cover;
use Largesse\Registry\RegistryTitle;
use WP_Post;

/**
 * Renders the cover that owners chose, at the top of their registry.
 */
final class CoverPicture {

	/**
	 * Renders the cover; an empty text if there is none. Visitors see it first, so browsers load it with high priority,
	 * and its size is reserved.
	 *
	 * @param WP_Post $registry The registry, whose content the visitor may see.
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

	/** Returns the alternative text: only the owners know what the picture shows. */
	private static function alt( WP_Post $registry ): string {
		/* translators: %s: title of a registry. */
		return sprintf( __( 'Cover picture of “%s”', 'largesse' ), RegistryTitle::of( $registry ) );
	}
}
