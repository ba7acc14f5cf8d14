<?php
declare( strict_types=1 );

namespace Largesse\Managing\Finding;

use Largesse\Foundation\Format\StoredText;

/** Splits names into words, with accents, in lower case and without punctuation (rules: Finding). */
final class SearchWords {

	/** Maximum numbers of characters and words to read. */
	private const MOST_CHARS = 1000;
	private const MOST_WORDS = 60;

	/** Maximum number of typed words in a query. */
	private const MOST_TYPED = 8;

	/** Maximum length of a word; longer words are truncated. */
	private const MOST_LETTERS = 30;

	/** Additional replacements of letters in lower-case text. */
	private const LETTERS = array(
		'ß' => 'ss',
		'ẞ' => 'ss',
		'ς' => 'σ',
	);

	/** Words between names. People also write "&" or nothing, so a search ignores them, unless others are missing. */
	private const BETWEEN_NAMES = array( 'and', 'und', 'et', 'y' );

	/** @return list<string> Words of a text. */
	public static function in( string $text ): array {
		$words = preg_split( '/[^\p{L}\p{N}]+/u', self::clean( $text ), self::MOST_WORDS + 1, PREG_SPLIT_NO_EMPTY );
		return array_map(
			static fn ( string $word ): string => mb_substr( $word, 0, self::MOST_LETTERS, 'UTF-8' ),
			array_slice( is_array( $words ) ? $words : array(), 0, self::MOST_WORDS )
		);
	}

	/** @return list<string> Words that a search must find in the names of a registry. */
	public static function typed( string $text ): array {
		$words = self::in( $text );
		$names = array_values( array_diff( $words, self::BETWEEN_NAMES ) );
		return array_slice( $names ? $names : $words, 0, self::MOST_TYPED );
	}

	/**
	 * Returns the words of names, and of hyphenated names also without the hyphens, because people may type "Annalena"
	 * for "Anna-Lena".
	 *
	 * @return list<string>
	 */
	public static function of_names( string $names ): array {
		preg_match_all( '/\p{L}+(?:[-‐‑]\p{L}+)+/u', $names, $found );
		$joined = (string) preg_replace( '/[-‐‑]/u', '', implode( ' ', $found[0] ) );
		return array( ...self::in( $names ), ...self::in( $joined ) );
	}

	/** Returns a text in lower case. Removes apostrophes and marks inside words, because people often omit them. */
	private static function clean( string $text ): string {
		$text = mb_substr( StoredText::valid_utf8( $text ), 0, self::MOST_CHARS, 'UTF-8' );
		$text = strtr( mb_strtolower( $text, 'UTF-8' ), self::LETTERS );
		// Removes "'s" at the end of words, other apostrophes, combining marks, and marks of direction.
		return (string) preg_replace( array( "/['’](?=s(?!\\p{L}))s/u", "/['’`´]|\\p{M}|\\p{Cf}/u" ), '', $text );
	}
}
