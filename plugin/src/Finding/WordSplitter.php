<?php
declare( strict_types=1 );

namespace Largesse\Finding;

use Largesse\Format\Utf8;

/** Splits typed text into normalized words: in lower case, without accents and punctuation. */
final class WordSplitter {

	/** Maximum numbers of characters and words to read. */
	private const MOST_CHARS = 1000;
	private const MOST_WORDS = 60;

	/** Maximum length of a word; longer words are truncated. */
	private const MOST_LETTERS = 30;

	/** Additional replacements of letters in lower-case text. */
	private const LETTERS = array(
		'ß' => 'ss',
		'ẞ' => 'ss',
		'ς' => 'σ',
	);

	/** @return list<list<string>> Words with their spellings: "Müller" is "muller" and "mueller". */
	public static function split( string $text ): array {
		$words = preg_split( '/[^\p{L}\p{N}]+/u', self::clean( $text ), self::MOST_WORDS + 1, PREG_SPLIT_NO_EMPTY );
		return array_map( self::spellings( ... ), array_slice( is_array( $words ) ? $words : array(), 0, self::MOST_WORDS ) );
	}

	/** @return list<string> Spellings of a word without accents. The English spelling is first. */
	private static function spellings( string $word ): array {
		$word = mb_substr( $word, 0, self::MOST_LETTERS, 'UTF-8' );
		// WordPress replaces "ü" with "u" in English, and with "ue" in German.
		return array_values( array_unique( array( remove_accents( $word, 'en_US' ), remove_accents( $word, 'de_DE' ) ) ) );
	}

	/** Returns a text in lower case. Removes apostrophes and marks inside words, because people often omit them. */
	private static function clean( string $text ): string {
		$text = mb_substr( Utf8::clean( $text ), 0, self::MOST_CHARS, 'UTF-8' );
		$text = function_exists( 'normalizer_normalize' ) ? (string) normalizer_normalize( $text ) : $text;
		$text = strtr( mb_strtolower( $text, 'UTF-8' ), self::LETTERS );
		// Removes "'s" at the end of words, other apostrophes, combining marks, and marks of direction.
		return (string) preg_replace( array( "/['’](?=s(?!\\p{L}))s/u", "/['’`´]|\\p{M}|\\p{Cf}/u" ), '', $text );
	}
}
