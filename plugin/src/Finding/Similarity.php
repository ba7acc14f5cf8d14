<?php
declare( strict_types=1 );

namespace Largesse\Finding;

/** Compares typed words with the words of a registry. Counts lengths and typing errors in letters, not in bytes. */
final class Similarity {

	/** Minimum lengths of the longer of two words, if one or two typing errors are accepted. */
	private const ONE_ERROR  = 4;
	private const TWO_ERRORS = 8;

	/** @var array<string, string> Bytes that replace letters outside ASCII. */
	private array $bytes = array();

	/** @var list<list<string>> Typed words, each with its spellings. */
	private readonly array $typed;

	public function __construct( array $typed ) {
		$this->typed = array_map( fn ( array $spellings ) => array_map( $this->to_bytes( ... ), $spellings ), $typed );
	}

	/** Returns the points of words between spaces; 0.0 if more than a third of the typed words are missing. */
	public function score( string $text ): float {
		$words  = explode( ' ', trim( $text ) );
		$bytes  = array_map( $this->to_bytes( ... ), $words );
		$points = array_map( fn ( array $spellings ) => self::best_word_score( $spellings, $bytes ), $this->typed );
		$found  = count( array_filter( $points ) );
		return $found > 0 && 3 * $found >= 2 * count( $points ) ? array_sum( $points ) : 0.0;
	}

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
	 * gets 2, a word with one or two typing errors gets 1.5 or 1.2, and any other word gets 0. A typed word with a digit
	 * must be equal.
	 */
	private static function word_score( string $typed, string $word ): float {
		if ( $typed === $word ) {
			return 3.0;
		}
		if ( strcspn( $typed, '0123456789' ) < strlen( $typed ) ) {
			return 0.0;
		}
		if ( strlen( $typed ) > 1 && str_starts_with( $word, $typed ) ) {
			return 2.0;
		}
		$length   = max( strlen( $typed ), strlen( $word ) );
		$forgiven = $length >= self::TWO_ERRORS ? 2 : ( $length >= self::ONE_ERROR ? 1 : 0 );
		$errors   = self::differs_by_swap( $typed, $word ) ? 1 : levenshtein( $typed, $word );
		return $errors <= $forgiven ? 1.8 - 0.3 * $errors : 0.0;
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
