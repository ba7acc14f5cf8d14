<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Format;

/**
 * Converts plain text to encoded WordPress content, and back: titles and stories. WordPress encodes only the titles
 * that members save, not those of administrators. This class encodes both. WordPress stores the encoded text unchanged
 * for members and for administrators. On the page, WordPress turns blank lines of a story into paragraphs. The encoding
 * of stories prevents HTML, shortcodes and embeds.
 */
final class StoredText {

	/** Encodings of characters with a meaning in titles. */
	private const TITLE = array(
		// Without this entry, the text "&#38;" would become "&amp;#38;". WordPress would regard "&amp;#38;" as encoded
		// twice, and would decode it once.
		'&#' => '&amp;&#35;',
		'&'  => '&amp;',
		'<'  => '&lt;',
		'>'  => '&gt;',
	);

	/** Encodings of characters with a meaning in stories. Numeric entities have the form that WordPress uses. */
	private const STORY = array(
		// See TITLE.
		'&#'  => '&amp;&#035;',
		'['   => '&#091;',
		']'   => '&#093;',
		// WordPress would fetch an address that is alone on a line, and embed it.
		'://' => ':&#047;/',
	) + self::TITLE;

	/** Returns the plain text of a stored title. Callers must escape the text on output. */
	public static function of_title( string $stored ): string {
		return strtr(
			$stored,
			array(
				'&amp;'  => '&',
				'&lt;'   => '<',
				'&gt;'   => '>',
				'&#35;'  => '#',
				'&#035;' => '#',
			)
		);
	}

	/** Encodes plain text for storage as a title, in the same way as the API. */
	public static function to_title( string $title ): string {
		return strtr( $title, self::TITLE );
	}

	/** Returns the stored form of a plain story (UTF-8). Line ends become "\n"; control characters are removed. */
	public static function to_story( string $text ): string {
		return strtr( self::without_controls( str_replace( array( "\r\n", "\r" ), "\n", $text ) ), self::STORY );
	}

	/** Removes control characters. WordPress removes them only from texts of members, not of administrators. */
	public static function without_controls( string $text ): string {
		return (string) preg_replace( '/[\x00-\x08\x0B\x0C\x0E-\x1F]/', '', $text );
	}

	/**
	 * Returns the text of a story; null if a text field would lose a part of the story. Such parts are comments of
	 * blocks, and tags other than plain paragraphs and line breaks. Text from `to_story()` is returned exactly. In other
	 * texts, white space around paragraph tags is trimmed.
	 */
	public static function of_story( string $html ): ?string {
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

	/**
	 * Removes invalid UTF-8 from texts that browsers and programs send. `wp_check_invalid_utf8()` is no alternative: on
	 * Linux, its `iconv()` emits a warning and returns false.
	 */
	public static function valid_utf8( string $text ): string {
		$former = mb_substitute_character();
		mb_substitute_character( 'none' );
		$clean = mb_scrub( $text, 'UTF-8' );
		mb_substitute_character( $former );
		return $clean;
	}

	/** Returns text on one line, without control characters and invalid bytes. */
	public static function one_line( string $text ): string {
		return trim( (string) preg_replace( '/[\p{Cc}\p{Zl}\p{Zp}\s]+/u', ' ', self::valid_utf8( $text ) ) );
	}
}
