<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Format\StoredText;
use Largesse\Foundation\Html\Escape;
use WP_Post;

/**
 * Converts a story to text (see StoredText) and to HTML. Stories from other editors may contain formatting and
 * shortcodes.
 *
 * All stories are sanitized, even stories by administrators. The site runs no blocks, shortcodes or embeds of a story,
 * and applies no styles of it, so a story looks the same everywhere.
 */
final class Story {

	/** Number of words in a preview of the story. */
	private const FIRST_WORDS = 32;

	/** Tags allowed in stories. Forms are not allowed. */
	private const TAGS = array(
		'a',
		'abbr',
		'address',
		'aside',
		'audio',
		'b',
		'bdo',
		'big',
		'blockquote',
		'br',
		'caption',
		'cite',
		'code',
		'col',
		'colgroup',
		'dd',
		'del',
		'details',
		'dfn',
		'div',
		'dl',
		'dt',
		'em',
		'figcaption',
		'figure',
		'h1',
		'h2',
		'h3',
		'h4',
		'h5',
		'h6',
		'hr',
		'i',
		'img',
		'ins',
		'kbd',
		'li',
		'mark',
		'ol',
		'p',
		'pre',
		'q',
		'rp',
		'rt',
		'ruby',
		's',
		'samp',
		'section',
		'small',
		'span',
		'strike',
		'strong',
		'sub',
		'summary',
		'sup',
		'table',
		'tbody',
		'td',
		'tfoot',
		'th',
		'thead',
		'tr',
		'tt',
		'u',
		'ul',
		'var',
		'video',
	);

	/** Forbidden attributes: scripts and styles could select elements by them, and show a fake login form. */
	private const ATTRIBUTES = array( 'class', 'data-*', 'id', 'name', 'style' );

	/** Returns the text of a story; null if the story has formatting or shortcodes, which a text field would lose. */
	public static function to_text( string $html ): ?string {
		// WordPress would replace a part of the text with a shortcode's output.
		$has_shortcode = str_contains( $html, '[' ) && 1 === preg_match( '/' . get_shortcode_regex() . '/', $html );
		return $has_shortcode ? null : StoredText::of_story( $html );
	}

	/** Returns the words of a story without formatting. For plain stories the result equals `to_text()`. */
	public static function plain( string $html ): string {
		$text = self::to_text( $html );
		if ( null !== $text ) {
			return $text;
		}
		// Add a line break at the end of each block, even if the HTML contains no line break.
		$lines = (string) preg_replace(
			'#\s*<br ?/?>\s*#i',
			"\n",
			(string) preg_replace( '#<!--.*?(?:-->|\z)#s', '', $html )
		);
		$lines = (string) preg_replace( '#</(?:p|div|h[1-6]|ul|ol|blockquote|figure|table|pre)>#i', "\n\n", $lines );
		$lines = (string) preg_replace( '#</(?:li|tr|figcaption)>#i', "\n", $lines );
		$words = html_entity_decode( wp_strip_all_tags( $lines ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );
		return trim( (string) preg_replace( array( '/[^\S\n]*\n[^\S\n]*/u', '/\n{3,}/' ), array( "\n", "\n\n" ), $words ) );
	}

	/** Returns a stored story, or a part of it, as sanitized HTML without active content; may be empty. */
	public static function html( string $content ): string {
		$html = trim( self::clean( $content ) );
		return '' === $html ? '' : wp_filter_content_tags( Escape::without_shortcodes( $html ) );
	}

	/** Returns the first words of the story as plain text; an empty text if there are none. */
	public static function first_words( WP_Post $registry ): string {
		$text = html_entity_decode(
			self::words( $registry->post_content, self::FIRST_WORDS, '…' ),
			ENT_QUOTES | ENT_HTML5,
			'UTF-8'
		);
		return trim( (string) preg_replace( '/\s+/u', ' ', $text ) );
	}

	/** Returns the excerpt of a story in WordPress's format: HTML without tags, with the theme's length and suffix. */
	public static function excerpt( string $content ): string {
		// phpcs:disable WordPress.NamingConventions.PrefixAllGlobals -- They are WordPress's own.
		$length = (int) apply_filters( 'excerpt_length', 55 );
		$more   = (string) apply_filters( 'excerpt_more', ' [&hellip;]' );
		// phpcs:enable
		return self::words( $content, $length, $more );
	}

	/** Returns the first words of a story as HTML without tags. */
	private static function words( string $content, int $most, string $more ): string {
		// The added space separates the last word of a paragraph from the first word of the next.
		$text = wp_strip_all_tags( str_replace( '<', ' <', self::clean( strip_shortcodes( $content ) ) ), true );
		return wp_trim_words( Escape::without_shortcodes( $text ), $most, $more );
	}

	/**
	 * Removes HTML that affects more than the story, and closes every tag. Blocks are not run: dynamic blocks could
	 * fetch addresses, print styles for the whole page, or show data of others. If the story has no blocks, WordPress
	 * formats its paragraphs.
	 */
	private static function clean( string $content ): string {
		// Remove scripts, styles and form fields with their text, and the comments of blocks. For an unclosed element, also
		// remove everything after it.
		$html = preg_replace( '~<(script|style|textarea|select)\b.*?(?:</\1\s*>|\z)|<!--.*?(?:-->|\z)~is', '', has_blocks( $content ) ? $content : wpautop( $content ) );
		$tags = array_intersect_key( wp_kses_allowed_html( 'post' ), array_flip( self::TAGS ) );
		$tags = array_map(
			static fn ( mixed $attributes ): array => array_diff_key( (array) $attributes, array_flip( self::ATTRIBUTES ) ),
			$tags
		);
		return force_balance_tags( wp_kses( (string) $html, $tags ) );
	}
}
