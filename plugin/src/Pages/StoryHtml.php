<?php
/**
 * The story of a registry, for its guests.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Pages;

use Largesse\Blocks\Verbatim;
use WP_HTML_Tag_Processor;
use WP_Post;

/**
 * Shows the story of a registry as WordPress would show the content of a post, but safe whoever wrote it, and without
 * the registry once more where its content holds the block that shows it.
 */
final class StoryHtml {

	/** Blocks that stand in stories: those that show what the author wrote, and ask nobody else for it. */
	private const BLOCKS = array( 'button', 'buttons', 'code', 'column', 'columns', 'cover', 'gallery', 'group', 'heading', 'image', 'list', 'list-item', 'media-text', 'paragraph', 'preformatted', 'pullquote', 'quote', 'separator', 'spacer', 'table', 'verse' );

	/** Characters from which on a small screen shows the beginning first: about eight lines of a phone. */
	private const LONG = 280;

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
		$only_own_words     = self::only_own_words( ... );
		self::$is_under_way = true;
		try {
			add_filter( 'pre_render_block', $only_own_words, PHP_INT_MAX, 2 );
			$html = has_blocks( $registry ) ? do_blocks( $registry->post_content ) : wpautop( $registry->post_content );
		} finally {
			remove_filter( 'pre_render_block', $only_own_words, PHP_INT_MAX );
			self::$is_under_way = false;
		}
		// Administrators may have stored scripts, and blocks may print forms. Of a script not even its text is told.
		$html = wp_kses_post( (string) preg_replace( '~<(script|style)\b.*?</\1\s*>|<!--.*?(?:-->|\z)~is', '', $html ) );
		$html = trim( self::without_directives( $html ) );
		if ( '' === $html ) {
			return '';
		}
		$is_long = mb_strlen( trim( wp_strip_all_tags( $html, true ) ) ) > self::LONG;
		return '<div class="largesse-registry__story" dir="auto">' . wp_filter_content_tags( Verbatim::without_shortcodes( $html ) ) . '</div>' . ( $is_long ? self::fold() : '' );
	}

	/**
	 * What shows the rest of a long story on a small screen, where it would push the wishes out of sight. It needs no
	 * script: styles fold the story while this is closed. Whoever hears the page hears the whole story anyway.
	 */
	private static function fold(): string {
		return sprintf(
			'<details class="largesse-registry__fold"><summary><span class="largesse-registry__unfold">%s</span><span class="largesse-registry__refold">%s</span></summary></details>',
			esc_html__( 'Read on', 'largesse' ),
			esc_html__( 'Show less', 'largesse' )
		);
	}

	/**
	 * Leaves out of a story the blocks that are none of its author's words: every member may write one, and some
	 * blocks fetch addresses, or show what is not the registry's.
	 *
	 * @param mixed $html  What an earlier filter shows in the place of the block; null for the block itself.
	 * @param mixed $block The block, parsed.
	 */
	private static function only_own_words( mixed $html, mixed $block ): mixed {
		$name = is_array( $block ) ? (string) ( $block['blockName'] ?? '' ) : '';
		// What stands between blocks has no name.
		return '' === $name || in_array( $name, array_map( static fn ( string $known ) => "core/{$known}", self::BLOCKS ), true ) ? $html : '';
	}

	/**
	 * A story without directives of the Interactivity API: WordPress lets everybody write them, and the page would
	 * follow them.
	 *
	 * @param string $html The story.
	 */
	private static function without_directives( string $html ): string {
		if ( ! str_contains( strtolower( $html ), 'data-wp-' ) ) {
			return $html;
		}
		$tags = new WP_HTML_Tag_Processor( $html );
		while ( $tags->next_tag() ) {
			foreach ( $tags->get_attribute_names_with_prefix( 'data-wp-' ) ?? array() as $name ) {
				$tags->remove_attribute( $name );
			}
		}
		return $tags->get_updated_html();
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
