<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use Largesse\Html\FilterShield;
use WP_Post;

/**
 * Renders the story of a registry. All stories are sanitized, even stories by administrators. The site runs no blocks,
 * shortcodes or embeds of a story, so a story looks the same everywhere.
 */
final class StoryHtml {

	/** Number of words in an excerpt of the story. */
	private const FIRST_WORDS = 32;

	/**
	 * Returns the story for the page of a registry; an empty text without a story. Enqueues the styles of the story's
	 * blocks.
	 *
	 * @param WP_Post $registry Registry that the visitor may see.
	 */
	public static function of( WP_Post $registry ): string {
		$html = self::plain( $registry->post_content );
		if ( '' !== $html ) {
			StoryBlocks::enqueue_styles( $registry->post_content );
		}
		return $html;
	}

	/**
	 * Returns a story as sanitized HTML without active content; the result may be empty.
	 *
	 * @param string $content Story, or a part of it, as it is stored.
	 */
	public static function plain( string $content ): string {
		$html = trim( StoryMarkup::clean( StoryBlocks::html( $content ) ) );
		return '' === $html ? '' : wp_filter_content_tags( FilterShield::without_shortcodes( $html ) );
	}

	/** Returns the first words of the story as plain text; an empty text if there are none. */
	public static function first_words( WP_Post $registry ): string {
		$text = html_entity_decode( self::text( strip_shortcodes( $registry->post_content ) ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );
		$text = trim( (string) preg_replace( '/\s+/u', ' ', $text ) );
		// Do not use wp_trim_words(): it would treat a decoded "<" as the beginning of a tag.
		$words = explode( ' ', $text );
		return count( $words ) > self::FIRST_WORDS ? implode( ' ', array_slice( $words, 0, self::FIRST_WORDS ) ) . '…' : $text;
	}

	/** Returns the excerpt of a story in WordPress's format: HTML without tags, with the theme's length and suffix. */
	public static function excerpt( string $content ): string {
		// phpcs:disable WordPress.NamingConventions.PrefixAllGlobals -- They are WordPress's own.
		$length = (int) apply_filters( 'excerpt_length', 55 );
		$more   = (string) apply_filters( 'excerpt_more', ' [&hellip;]' );
		// phpcs:enable
		return wp_trim_words( FilterShield::without_shortcodes( self::text( strip_shortcodes( $content ) ) ), $length, $more );
	}

	private static function text( string $content ): string {
		// The added space separates the last word of a paragraph from the first word of the next.
		return wp_strip_all_tags( str_replace( '<', ' <', StoryMarkup::clean( StoryBlocks::html( $content ) ) ), true );
	}
}
