<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Format\StoredText;

/** Converts a story to text (see StoredText). Stories from other editors may contain formatting and shortcodes. */
final class Story {

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
		$lines = (string) preg_replace( '#\s*<br ?/?>\s*#i', "\n", (string) preg_replace( '#<!--.*?(?:-->|\z)#s', '', $html ) );
		$lines = (string) preg_replace( '#</(?:p|div|h[1-6]|ul|ol|blockquote|figure|table|pre)>#i', "\n\n", $lines );
		$lines = (string) preg_replace( '#</(?:li|tr|figcaption)>#i', "\n", $lines );
		$words = html_entity_decode( wp_strip_all_tags( $lines ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );
		return trim( (string) preg_replace( array( '/[^\S\n]*\n[^\S\n]*/u', '/\n{3,}/' ), array( "\n", "\n\n" ), $words ) );
	}
}
