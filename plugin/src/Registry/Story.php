<?php
declare( strict_types=1 );

namespace Largesse\Registry;

/**
 * Turns what somebody types into a text field into what WordPress stores as content, and back. Stored is the text
 * itself, encoded; on the page WordPress makes paragraphs of its blank lines. Nothing in it is taken for HTML, a
 * shortcode or the address of something to embed, and WordPress stores it alike for members and administrators.
 */
final class Story {

	/** How characters that mean something to WordPress are stored; numbers as WordPress itself writes them. */
	private const ENCODED = array(
		// WordPress takes "&amp;#38;" for a number that was encoded twice, and undoes that.
		'&#'  => '&amp;&#035;',
		'&'   => '&amp;',
		'<'   => '&lt;',
		'>'   => '&gt;',
		'['   => '&#091;',
		']'   => '&#093;',
		// An address that stands alone on a line would be fetched, and shown in a frame.
		'://' => ':&#047;/',
	);

	/**
	 * Returns what is stored for a text. Line ends become "\n"; control characters are left out.
	 *
	 * @param string $text Plain text, valid UTF-8.
	 */
	public static function to_html( string $text ): string {
		return strtr( self::without_controls( str_replace( array( "\r\n", "\r" ), "\n", $text ) ), self::ENCODED );
	}

	/**
	 * Drops the control characters that no text holds: WordPress drops them from what members write, and
	 * keeps those of administrators.
	 *
	 * @param string $text Plain text.
	 */
	public static function without_controls( string $text ): string {
		return (string) preg_replace( '/[\x00-\x08\x0B\x0C\x0E-\x1F]/', '', $text );
	}

	/**
	 * Returns the text of a story; null where it has formatting that a text field would lose: any tag but plain paragraphs
	 * and line breaks, comments of blocks, and shortcodes. The text of `to_html()` comes back exactly; around
	 * paragraphs that are tags, space is trimmed.
	 */
	public static function to_text( string $html ): ?string {
		if ( preg_match( '#<(?!/?p>|br ?/?>)#i', $html ) || self::has_shortcode( $html ) ) {
			return null;
		}
		$text = str_replace( array( "\r\n", "\r" ), "\n", $html );
		if ( str_contains( $text, '<' ) ) {
			// Not by a pattern that takes the space along: it would look at each long run again and again, for minutes.
			$lines = (string) preg_replace( '#<br ?/?>\n?#i', "\n", $text );
			$text  = implode( "\n\n", array_filter( array_map( 'trim', (array) preg_split( '#</?p>#i', $lines ) ), 'strlen' ) );
		}
		return html_entity_decode( $text, ENT_QUOTES | ENT_HTML5, 'UTF-8' );
	}

	/**
	 * Returns the words of a story, without its formatting. Where there is none it is the same text as `to_text()`
	 * gives.
	 */
	public static function plain( string $html ): string {
		$text = self::to_text( $html );
		if ( null !== $text ) {
			return $text;
		}
		// Lines end where blocks do, whether or not a line of the HTML ends there too.
		$lines = (string) preg_replace( '#\s*<br ?/?>\s*#i', "\n", (string) preg_replace( '#<!--.*?(?:-->|\z)#s', '', $html ) );
		$lines = (string) preg_replace( '#</(?:p|div|h[1-6]|ul|ol|blockquote|figure|table|pre)>#i', "\n\n", $lines );
		$lines = (string) preg_replace( '#</(?:li|tr|figcaption)>#i', "\n", $lines );
		$words = html_entity_decode( wp_strip_all_tags( $lines ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );
		return trim( (string) preg_replace( array( '/[^\S\n]*\n[^\S\n]*/u', '/\n{3,}/' ), array( "\n", "\n\n" ), $words ) );
	}

	/** Tells whether WordPress would put something in the place of a piece of the text. */
	private static function has_shortcode( string $html ): bool {
		return str_contains( $html, '[' ) && 1 === preg_match( '/' . get_shortcode_regex() . '/', $html );
	}
}
