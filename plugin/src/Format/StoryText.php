<?php
declare( strict_types=1 );

namespace Largesse\Format;

/**
 * Converts plain text to WordPress content, and back. The content is the encoded text; on the page, WordPress turns its
 * blank lines into paragraphs. Nothing in it is interpreted as HTML, a shortcode or an embed, and WordPress stores it
 * unchanged for members and administrators alike.
 */
final class StoryText {

	/** Encodings of characters with a meaning in WordPress; numeric entities are written as WordPress writes them. */
	private const ENCODED = array(
		// WordPress treats "&amp;#38;" as encoded twice, and would decode it once.
		'&#'  => '&amp;&#035;',
		'&'   => '&amp;',
		'<'   => '&lt;',
		'>'   => '&gt;',
		'['   => '&#091;',
		']'   => '&#093;',
		// WordPress would fetch an address that is alone on a line, and embed it.
		'://' => ':&#047;/',
	);

	/**
	 * Returns the stored form of a text. Line ends become "\n"; control characters are removed.
	 *
	 * @param string $text Plain text, valid UTF-8.
	 */
	public static function to_html( string $text ): string {
		return strtr( self::without_controls( str_replace( array( "\r\n", "\r" ), "\n", $text ) ), self::ENCODED );
	}

	/**
	 * Removes control characters. WordPress itself removes them from texts of members but not of administrators.
	 *
	 * @param string $text Plain text.
	 */
	public static function without_controls( string $text ): string {
		return (string) preg_replace( '/[\x00-\x08\x0B\x0C\x0E-\x1F]/', '', $text );
	}

	/**
	 * Returns the text of a story. Returns null if the story contains anything that a text field would lose: comments
	 * of blocks, or tags other than plain paragraphs and line breaks. Text that `to_html()` encoded is returned
	 * exactly. In other texts, white space around paragraph tags is trimmed.
	 */
	public static function of_html( string $html ): ?string {
		if ( preg_match( '#<(?!/?p>|br ?/?>)#i', $html ) ) {
			return null;
		}
		$text = str_replace( array( "\r\n", "\r" ), "\n", $html );
		if ( str_contains( $text, '<' ) ) {
			// Trim the lines without a pattern: a pattern would scan each long run of spaces repeatedly, for minutes.
			$lines = (string) preg_replace( '#<br ?/?>\n?#i', "\n", $text );
			$text  = implode( "\n\n", array_filter( array_map( 'trim', (array) preg_split( '#</?p>#i', $lines ) ), 'strlen' ) );
		}
		return html_entity_decode( $text, ENT_QUOTES | ENT_HTML5, 'UTF-8' );
	}
}
