<?php
/**
 * The story of a registry, for its guests.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Pages;

use WP_Post;

/**
 * Shows the story of a registry as WordPress would show the content of a post, but safe whoever wrote it, and without
 * the registry once more where its content holds the block that shows it.
 */
final class StoryHtml {

	/** Words of the story where only its beginning is told. */
	private const FIRST_WORDS = 32;

	/**
	 * Whether a story is being made right now: blocks in it that show a registry show nothing.
	 *
	 * @var bool
	 */
	private static bool $is_under_way = false;

	/**
	 * Whether what is asked for would stand inside a story.
	 */
	public static function is_under_way(): bool {
		return self::$is_under_way;
	}

	/**
	 * The story as HTML; an empty text where there is none.
	 *
	 * @param WP_Post $registry The registry, which is open to the visitor.
	 */
	public static function of( WP_Post $registry ): string {
		if ( self::$is_under_way || '' === trim( $registry->post_content ) ) {
			return '';
		}
		self::$is_under_way = true;
		try {
			$html = has_blocks( $registry ) ? do_blocks( $registry->post_content ) : wpautop( $registry->post_content );
		} finally {
			self::$is_under_way = false;
		}
		// Administrators may have stored scripts, and blocks may print forms. Of a script not even its text is told.
		$html = trim( wp_kses_post( (string) preg_replace( '~<(script|style)\b.*?</\1\s*>~is', '', $html ) ) );
		return '' === $html ? '' : '<div class="largesse-registry__story" dir="auto">' . wp_filter_content_tags( $html ) . '</div>';
	}

	/**
	 * The first words as plain text; an empty text where there are none.
	 *
	 * @param WP_Post $registry The registry.
	 */
	public static function first_words( WP_Post $registry ): string {
		// A word at the end of a paragraph is not the beginning of the next one's first.
		$html = str_replace( '<', ' <', strip_shortcodes( $registry->post_content ) );
		$text = html_entity_decode( wp_strip_all_tags( $html, true ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );
		$text = trim( (string) preg_replace( '/\s+/u', ' ', $text ) );
		// wp_trim_words() would take what is left of "<" for a tag.
		$words = explode( ' ', $text );
		return count( $words ) > self::FIRST_WORDS ? implode( ' ', array_slice( $words, 0, self::FIRST_WORDS ) ) . '…' : $text;
	}
}
