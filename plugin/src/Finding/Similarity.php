<?php
declare( strict_types=1 );

namespace Largesse\Finding;

/**
 * Compares typed words with the words of a registry. Counts lengths and typing errors in letters, not in bytes.
 */
final class Similarity {

	/** Minimum length of a word in which one typing error is accepted. */
	private const ONE_ERROR = 4;

	/** Minimum length of a word in which two typing errors are accepted. */
	private const TWO_ERRORS = 8;

	/** Minimum length of a search term that may match in the middle of a longer word. */
	private const PART = 4;

	/**
	 * Limits for finding a shorter word than the typed word: "Annabel" also finds "Anna". The shorter word has at least
	 * this many letters. The typed word has at most this many letters more.
	 */
	private const MORE = 3;

	/**
	 * Minimum length of a typed word for a comparison that ignores double letters: "Ana" also finds "Anna". The length
	 * counts a double letter as one letter.
	 */
	private const PLAIN = 3;

	/**
	 * Bytes that replace letters outside ASCII.
	 *
	 * @var array<string, string>
	 */
	private array $bytes = array();

	/**
	 * Typed words, each with its spellings.
	 *
	 * @var list<list<string>>
	 */
	private readonly array $typed;

	/** @param list<list<string>> $typed Words from the class WordSplitter. */
	public function __construct( array $typed ) {
		$this->typed = array_map( fn ( array $spellings ) => array_map( $this->to_bytes( ... ), $spellings ), $typed );
	}

	/**
	 * Returns the points of a text; 0.0 if more than a third of the typed words are missing.
	 *
	 * @param string $text Words between spaces.
	 */
	public function score( string $text ): float {
		$words  = explode( ' ', trim( $text ) );
		$bytes  = array_map( $this->to_bytes( ... ), $words );
		$points = array_map( fn ( array $spellings ) => self::best_word_score( $spellings, $bytes ), $this->typed );
		$found  = count( array_filter( $points ) );
		return $found > 0 && 3 * $found >= 2 * count( $points ) ? array_sum( $points ) : 0.0;
	}

	/**
	 * Returns the points of the best matching word.
	 *
	 * @param list<string> $spellings A typed word.
	 * @param list<string> $words     Words of the text.
	 */
	private static function best_word_score( array $spellings, array $words ): float {
		$best = 0.0;
		foreach ( $spellings as $typed ) {
			foreach ( $words as $word ) {
				$best = max( $best, self::word_score( $typed, $word ) );
			}
		}
		return $best;
	}

	/**
	 * Returns the points of a word. A word that equals the typed word gets 3, a longer word with the same beginning
	 * gets 2, a similar word gets 1 to 1.5, and any other word gets 0. A typed word with a digit must be equal.
	 */
	private static function word_score( string $typed, string $word ): float {
		if ( $typed === $word ) {
			return 3.0;
		}
		if ( strcspn( $typed, '0123456789' ) < strlen( $typed ) ) {
			return 0.0;
		}
		$length = strlen( $typed );
		$longer = strlen( $word ) - $length;
		if ( $longer > 0 && $length > 1 && str_starts_with( $word, $typed ) ) {
			return 2.0;
		}
		$forgiven = $length >= self::TWO_ERRORS ? 2 : ( $length >= self::ONE_ERROR ? 1 : 0 );
		if ( abs( $longer ) <= $forgiven ) {
			$errors = self::differs_by_swap( $typed, $word ) ? 1 : levenshtein( $typed, $word );
			if ( $errors <= $forgiven ) {
				return 1.8 - 0.3 * $errors;
			}
		}
		// Ignores double letters, because nobody hears the difference between "Ana" and "Anna".
		$plain = self::without_doubles( $typed );
		if ( strlen( $plain ) >= self::PLAIN && str_starts_with( self::without_doubles( $word ), $plain ) ) {
			return 1.2;
		}
		$is_part  = $longer > 0 && $length >= self::PART && str_contains( $word, $typed );
		$is_begin = $longer < 0 && -$longer <= self::MORE && strlen( $word ) >= self::MORE && str_starts_with( $typed, $word );
		return $is_part || $is_begin ? 1.0 : 0.0;
	}

	private static function without_doubles( string $word ): string {
		return (string) preg_replace( '/(.)\1+/s', '$1', $word );
	}

	private static function differs_by_swap( string $one, string $other ): bool {
		$at = strspn( $one ^ $other, "\0" );
		return strlen( $one ) === strlen( $other )
			&& $at + 1 < strlen( $one )
			&& substr_replace( $one, $one[ $at + 1 ] . $one[ $at ], $at, 2 ) === $other;
	}

	/** Returns a word with one byte per letter, because PHP compares bytes. */
	private function to_bytes( string $word ): string {
		if ( 1 !== preg_match( '/[^\x00-\x7f]/', $word ) ) {
			return $word;
		}
		return (string) preg_replace_callback(
			'/[^\x00-\x7f]/u',
			fn ( array $found ): string => $this->bytes[ $found[0] ] ??= chr( min( 255, 128 + count( $this->bytes ) ) ),
			$word
		);
	}
}
