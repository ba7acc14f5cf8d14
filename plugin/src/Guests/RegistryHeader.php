<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use Largesse\Html\Template;
use Largesse\Registry\Cover;
use Largesse\Registry\Occasion;
use Largesse\Registry\Registries;
use WP_Post;

/** Renders the cover, the title, the occasion and the story of a registry. */
final class RegistryHeader {

	/** Maximum length, in characters, of a story that small screens show unfolded: about eight lines on a phone. */
	private const LONG = 280;

	/**
	 * Renders a registry's header; only the title for visitors who cannot open it. The title's level is 0 for none. The
	 * address for editing is empty without permission.
	 */
	public static function of( WP_Post $registry, int $level, bool $is_open, string $manage_url ): string {
		return self::html(
			Registries::title( $registry ),
			$level,
			$is_open ? Occasion::of( $registry ) : '',
			$is_open ? StoryHtml::plain( $registry->post_content ) : '',
			$manage_url,
			'private' === $registry->post_status
		);
	}

	/**
	 * Renders the cover picture, which owners choose; '' if there is none. Visitors see the cover first, so browsers
	 * load it with high priority. The page reserves space for the cover.
	 */
	public static function cover( WP_Post $registry ): string {
		$cover = Cover::of( $registry );
		$size  = $cover ? wp_getimagesize( $cover->file ) : false;
		if ( ! $cover || ! $size ) {
			return '';
		}
		return Template::render(
			'guests/cover',
			array(
				'url'    => $cover->url,
				// The text does not describe the picture, because only the owners know what it shows.
				/* translators: %s: title of a registry. */
				'alt'    => sprintf( __( 'Cover picture of “%s”', 'largesse' ), Registries::title( $registry ) ),
				'width'  => $size[0],
				'height' => $size[1],
			)
		);
	}

	/** Renders a header from plain text (title) and HTML; '' if there is nothing to show. Level 0 omits the title. */
	public static function html( string $title, int $level, string $occasion = '', string $story = '', string $manage_url = '', bool $is_private = false ): string {
		if ( 0 === $level && '' === $occasion . $story . $manage_url ) {
			return '';
		}
		$is_long_story = mb_strlen( trim( wp_strip_all_tags( $story, true ) ) ) > self::LONG;
		return Template::render( 'guests/header', compact( 'title', 'level', 'occasion', 'story', 'is_long_story', 'manage_url', 'is_private' ) );
	}
}
