<?php
declare( strict_types=1 );

namespace Largesse\Format;

/**
 * Converts plain text to encoded WordPress content, and back. On the page, WordPress turns blank lines into paragraphs.
 * The encoding prevents HTML, shortcodes and embeds. WordPress stores the encoded text unchanged for members and for
 * administrators.
 */
final class StoryText {

	/** Encodings of characters with a meaning in WordPress. Numeric entities have the form that WordPress uses. */
	private const ENCODED = array(
		// Without this entry, the text "&#38;" would become "&amp;#38;". WordPress would regard "&amp;#38;" as encoded
		// twice, and would decode it once.
		'&#'  => '&amp;&#035;',
		'&'   => '&amp;',
		'<'   => '&lt;',
		'>'   => '&gt;',
		'['   => '&#091;',
		']'   => '&#093;',
		// WordPress would fetch an address that is alone on a line, and embed it.
		'://' => ':&#047;/',
	);

	/** Returns the stored form of a plain text (UTF-8). Line ends become "\n"; control characters are removed. */
	public static function to_html( string $text ): string {
		return strtr( self::without_controls( str_replace( array( "\r\n", "\r" ), "\n", $text ) ), self::ENCODED );
	}

	/** Removes control characters. WordPress removes them only from texts of members, not of administrators. */
	public static function without_controls( string $text ): string {
		return (string) preg_replace( '/[\x00-\x08\x0B\x0C\x0E-\x1F]/', '', $text );
	}

	/**
	 * Returns the text of a story; null if a text field would lose a part of the story. Such parts are comments of
	 * blocks, and tags other than plain paragraphs and line breaks. Text from `to_html()` is returned exactly. In other
	 * texts, white space around paragraph tags is trimmed.
	 */
	public static function of_html( string $html ): ?string {
		if ( preg_match( '#<(?!/?p>|br ?/?>)#i', $html ) ) {
			return null;
		}
		$text = str_replace( array( "\r\n", "\r" ), "\n", $html );
		if ( str_contains( $text, '<' ) ) {
			// Use trim(): a regular expression that trims would take minutes on long runs of spaces.
			$lines = (string) preg_replace( '#<br ?/?>\n?#i', "\n", $text );
			$text  = implode( "\n\n", array_filter( array_map( 'trim', (array) preg_split( '#</?p>#i', $lines ) ), 'strlen' ) );
		}
		return html_entity_decode( $text, ENT_QUOTES | ENT_HTML5, 'UTF-8' );
	}
}
