<?php
declare( strict_types=1 );

namespace Largesse\Finding;

use Largesse\Format\Utf8;

/**
 * Splits what people type into words that can be compared: in lower case, without accents and signs.
 */
final class Words {

	/** How many characters are read, and how many words are made of them. */
	private const MOST_CHARS = 1000;
	private const MOST_WORDS = 60;

	/** Begins of characters of one word; longer ones are cut. */
	private const MOST_LETTERS = 30;

	/** What a text is read as, if PHP cannot do it itself: letters that lower case or WordPress does not know. */
	private const LETTERS = array(
		'ß' => 'ss',
		'ẞ' => 'ss',
		'ς' => 'σ',
	);

	/**
	 * Returns the words of a text, each with its spellings: "Müller" is "muller" and "mueller".
	 *
	 * @param string $text The text, whatever is in it.
	 * @return list<list<string>>
	 */
	public static function of( string $text ): array {
		$words = preg_split( '/[^\p{L}\p{N}]+/u', self::clean( $text ), self::MOST_WORDS + 1, PREG_SPLIT_NO_EMPTY );
		return array_map( self::spellings( ... ), array_slice( is_array( $words ) ? $words : array(), 0, self::MOST_WORDS ) );
	}

	/**
	 * Returns the spellings of a word; the first one has no accents.
	 *
	 * @return list<string>
	 */
	private static function spellings( string $word ): array {
		$word = mb_substr( $word, 0, self::MOST_LETTERS, 'UTF-8' );
		// For each language WordPress has its own: "ü" is "u" in English, and "ue" in German.
		return array_values( array_unique( array( remove_accents( $word, 'en_US' ), remove_accents( $word, 'de_DE' ) ) ) );
	}

	/** Returns a text in lower case, without what stands inside words and is often left out. */
	private static function clean( string $text ): string {
		$text = mb_substr( Utf8::clean( $text ), 0, self::MOST_CHARS, 'UTF-8' );
		$text = function_exists( 'normalizer_normalize' ) ? (string) normalizer_normalize( $text ) : $text;
		$text = strtr( mb_strtolower( $text, 'UTF-8' ), self::LETTERS );
		// "Anna's", "O'Brien"; and what changes the letter before it, or the direction.
		return (string) preg_replace( array( "/['’](?=s(?!\\p{L}))s/u", "/['’`´]|\\p{M}|\\p{Cf}/u" ), '', $text );
	}
}
