<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use Largesse\Html\Template;
use Largesse\Registry\Cover;
use Largesse\Registry\RegistryTitle;
use WP_Post;

/**
 * Shows the cover that owners chose, above everything else of their registry.
 */
final class CoverPicture {

	/**
	 * Renders the cover; an empty text if there is none. It is what visitors see first, so browsers load it first, and its
	 * place is kept free while they do.
	 *
	 * @param WP_Post $registry The registry, which is open to the visitor.
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

	/** Says whose picture it is, in plain text: what is on it, only its owners know. */
	private static function alt( WP_Post $registry ): string {
		/* translators: %s: title of a registry. */
		return sprintf( __( 'Cover picture of “%s”', 'largesse' ), RegistryTitle::of( $registry ) );
	}
}
