<?php
declare( strict_types=1 );

namespace Largesse\Format;

/**
 * Turns what somebody types into a text field into what WordPress stores as content, and back. Stored is the text
 * itself, encoded; on the page WordPress makes paragraphs of its blank lines. Nothing in it is taken for HTML, a
 * shortcode or the address of something to embed, and WordPress stores it alike for members and administrators.
 */
final class StoryText {

	/** How characters that mean something to WordPress are stored; numbers as WordPress itself writes them. */
	private const ENCODED = array(
		// WordPress takes "&amp;#38;" for a number that was encoded twice, and undoes that.
		'&#'  => '&amp;&#035;',
		'&'   => '&amp;',
		'<'   => '&lt;',
		'>'   => '&gt;',
		'['   => '&#091;',
		']'   => '&#093;',
		// WordPress would fetch an address that is alone on a line, and show it in a frame.
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
	 * Drops control characters. WordPress drops them from texts of members, and keeps them in texts of administrators.
	 *
	 * @param string $text Plain text.
	 */
	public static function without_controls( string $text ): string {
		return (string) preg_replace( '/[\x00-\x08\x0B\x0C\x0E-\x1F]/', '', $text );
	}

	/**
	 * Returns the text of a story; null if it has formatting that a text field would lose: any tag except plain paragraphs
	 * and line breaks, and comments of blocks. The text of `to_html()` comes back exactly; around paragraphs that are tags,
	 * space is trimmed.
	 */
	public static function of_html( string $html ): ?string {
		if ( preg_match( '#<(?!/?p>|br ?/?>)#i', $html ) ) {
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
}
