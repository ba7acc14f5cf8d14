<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use Largesse\Html\FilterShield;
use WP_Block_Type_Registry;
use WP_HTML_Tag_Processor;
use WP_Post;

/**
 * Renders the story of a registry. All stories are sanitized, even stories by administrators. The site runs no blocks,
 * shortcodes or embeds of a story, so a story looks the same everywhere.
 */
final class StoryHtml {

	/** Number of words in an excerpt of the story. */
	private const FIRST_WORDS = 32;

	/** Blocks allowed in stories. Their saved HTML is complete, so they need not run. */
	private const NAMES = array( 'button', 'buttons', 'code', 'column', 'columns', 'cover', 'gallery', 'group', 'heading', 'image', 'list', 'list-item', 'media-text', 'paragraph', 'preformatted', 'pullquote', 'quote', 'separator', 'spacer', 'table', 'verse' );

	/** Tags allowed in stories. Forms are not allowed. */
	private const TAGS = array( 'a', 'abbr', 'address', 'aside', 'audio', 'b', 'bdo', 'big', 'blockquote', 'br', 'caption', 'cite', 'code', 'col', 'colgroup', 'dd', 'del', 'details', 'dfn', 'div', 'dl', 'dt', 'em', 'figcaption', 'figure', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'i', 'img', 'ins', 'kbd', 'li', 'mark', 'ol', 'p', 'pre', 'q', 'rp', 'rt', 'ruby', 's', 'samp', 'section', 'small', 'span', 'strike', 'strong', 'sub', 'summary', 'sup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'tt', 'u', 'ul', 'var', 'video' );

	/**
	 * Returns the story for the page of a registry; an empty text without a story. Enqueues the styles of the story's
	 * blocks.
	 *
	 * @param WP_Post $registry Registry that the visitor may see.
	 */
	public static function of( WP_Post $registry ): string {
		$html = self::plain( $registry->post_content );
		if ( '' !== $html ) {
			self::enqueue_styles( $registry->post_content );
		}
		return $html;
	}

	/**
	 * Returns a story as sanitized HTML without active content; the result may be empty.
	 *
	 * @param string $content Story, or a part of it, as it is stored.
	 */
	public static function plain( string $content ): string {
		$html = trim( self::clean( self::blocks( $content ) ) );
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
		return wp_strip_all_tags( str_replace( '<', ' <', self::clean( self::blocks( $content ) ) ), true );
	}

	/**
	 * Returns the HTML of a story's blocks as their author saved it, without running the blocks. Every member can write
	 * blocks. Dynamic blocks could fetch addresses, print styles for the whole page, or show data of others. If the story
	 * has no blocks, WordPress formats its paragraphs.
	 */
	private static function blocks( string $content ): string {
		if ( ! has_blocks( $content ) ) {
			return wpautop( $content );
		}
		$html = self::saved( parse_blocks( $content ) );
		// For each unclosed block, WordPress's parser repeats the rest of the story. The HTML could grow to megabytes.
		// If the HTML is longer than the story, remove only the block comments from the story.
		return strlen( $html ) <= strlen( $content ) ? $html : (string) preg_replace( '/<!--.*?(?:-->|\z)/s', '', $content );
	}

	/** Enqueues the styles of a story's blocks, as WordPress does for blocks that it renders. */
	public static function enqueue_styles( string $content ): void {
		if ( ! has_blocks( $content ) ) {
			return;
		}
		foreach ( self::NAMES as $name ) {
			if ( has_block( $name, $content ) ) {
				$type = WP_Block_Type_Registry::get_instance()->get_registered( "core/{$name}" );
				array_map( 'wp_enqueue_style', $type->style_handles ?? array() );
			}
		}
	}

	/**
	 * Returns the saved HTML of allowed blocks, including inner blocks.
	 *
	 * @param array<array<string, mixed>> $blocks Blocks as WordPress parses them.
	 */
	private static function saved( array $blocks ): string {
		$html = '';
		foreach ( $blocks as $block ) {
			// A part without a name is HTML between blocks.
			if ( null !== $block['blockName'] && ! in_array( $block['blockName'], array_map( static fn ( string $name ) => "core/{$name}", self::NAMES ), true ) ) {
				continue;
			}
			$inner = 0;
			foreach ( $block['innerContent'] as $part ) {
				$html .= is_string( $part ) ? $part : self::saved( array( $block['innerBlocks'][ $inner++ ] ) );
			}
		}
		return $html;
	}

	/**
	 * Removes HTML that affects more than the story, and closes every tag. Otherwise, an author could cover the page with
	 * a fake login form. WordPress itself would let members set positions in styles, and use directives of the
	 * Interactivity API. Members could also use the ids and classes of WordPress's own menus and toolbar. Administrators
	 * could write anything.
	 */
	private static function clean( string $html ): string {
		// Remove scripts, styles and form fields with their text. For an unclosed element, also remove everything after
		// it.
		$html = (string) preg_replace( '~<(script|style|textarea|select)\b.*?(?:</\1\s*>|\z)|<!--.*?(?:-->|\z)~is', '', $html );
		$html = wp_kses( $html, array_intersect_key( wp_kses_allowed_html( 'post' ), array_flip( self::TAGS ) ) );
		$tags = new WP_HTML_Tag_Processor( force_balance_tags( $html ) );
		while ( $tags->next_tag() ) {
			foreach ( $tags->get_attribute_names_with_prefix( '' ) ?? array() as $name ) {
				$value = $tags->get_attribute( $name );
				$kept  = StoryAttributes::allowed( $name, is_string( $value ) ? $value : '' );
				if ( null === $kept ) {
					$tags->remove_attribute( $name );
				} elseif ( $kept !== $value && is_string( $value ) ) {
					$tags->set_attribute( $name, $kept );
				}
			}
		}
		return $tags->get_updated_html();
	}
}
