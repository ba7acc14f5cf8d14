<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use Largesse\Html\FilterShield;
use WP_Post;

/**
 * Shows the story of a registry: what its author wrote, safe whoever wrote it, and nothing that has to be run or
 * fetched first. It is the same wherever it is shown.
 */
final class StoryHtml {

	/** Words of the story where only its beginning is told. */
	private const FIRST_WORDS = 32;

	/**
	 * Returns the story for the page of a registry, and enqueues the styles of its blocks; an empty text for no story.
	 *
	 * @param WP_Post $registry The registry, which is open to the visitor.
	 */
	public static function of( WP_Post $registry ): string {
		$html = self::plain( $registry->post_content );
		if ( '' !== $html ) {
			StoryBlocks::enqueue_styles( $registry->post_content );
		}
		return $html;
	}

	/**
	 * Returns a story as HTML in which nothing can be run; empty if nothing is left of it.
	 *
	 * @param string $content The story, or a part of it, as it is stored.
	 */
	public static function plain( string $content ): string {
		$html = trim( StoryMarkup::clean( StoryBlocks::html( $content ) ) );
		return '' === $html ? '' : wp_filter_content_tags( FilterShield::without_shortcodes( $html ) );
	}

	/** Returns the first words as plain text; an empty text if there are none. */
	public static function first_words( WP_Post $registry ): string {
		$text = html_entity_decode( self::text( strip_shortcodes( $registry->post_content ) ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );
		$text = trim( (string) preg_replace( '/\s+/u', ' ', $text ) );
		// wp_trim_words() would take what is left of "<" for a tag.
		$words = explode( ' ', $text );
		return count( $words ) > self::FIRST_WORDS ? implode( ' ', array_slice( $words, 0, self::FIRST_WORDS ) ) . '…' : $text;
	}

	/**
	 * Returns the beginning of a story as WordPress tells those of posts: HTML without tags, as long as the theme wants
	 * it, with what it puts behind.
	 */
	public static function excerpt( string $content ): string {
		// phpcs:disable WordPress.NamingConventions.PrefixAllGlobals -- They are WordPress's own.
		$length = (int) apply_filters( 'excerpt_length', 55 );
		$more   = (string) apply_filters( 'excerpt_more', ' [&hellip;]' );
		// phpcs:enable
		return wp_trim_words( FilterShield::without_shortcodes( self::text( strip_shortcodes( $content ) ) ), $length, $more );
	}

	/** Returns the text of a story as HTML without tags. */
	private static function text( string $content ): string {
		// A word at the end of a paragraph is not the beginning of the next one's first.
		return wp_strip_all_tags( str_replace( '<', ' <', StoryMarkup::clean( StoryBlocks::html( $content ) ) ), true );
	}
}
