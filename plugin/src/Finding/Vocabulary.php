<?php
declare( strict_types=1 );

namespace Largesse\Finding;

use Largesse\Service\FieldRules;
use Largesse\Service\Rules;

/** Words for occasions and months, and words that do not identify a registry, as SearchText normalizes them. */
final class Vocabulary {

	/** Names of the months, starting with January. Abbreviations match as the beginning of a name. */
	private const MONTHS = array( 'january januar janner', 'february februar feber', 'march marz maerz', 'april', 'may mai', 'june juni', 'july juli', 'august', 'september', 'october oktober', 'november', 'december dezember' );

	/** Words that the search ignores if the typed text contains other words. */
	private const EMPTY_WORDS = array( 'and', 'und', 'u', 'et', 'y', 'of', 'from', 'for', 'the', 'our', 'von', 'vom', 'der', 'die', 'das', 'den', 'fur', 'zur', 'zum', 'im', 'am', 'in', 'on', 'family', 'familie', 'list', 'liste', 'registry', 'wishes', 'wishlist', 'wunsche', 'wunschliste', 'geschenkliste', 'gifts', 'geschenke' );

	/** Returns the words of a date (YYYY-MM-DD, may be empty): its month and year, but not its day. */
	public static function of_date( string $ymd ): string {
		return FieldRules::is_day( $ymd ) ? self::MONTHS[ (int) substr( $ymd, 5, 2 ) - 1 ] . ' ' . substr( $ymd, 0, 4 ) : '';
	}

	/** Returns the words of a known occasion (words from SearchText) in both languages. */
	public static function of_occasion( array $words ): string {
		$lines = array();
		foreach ( array_merge( ...$words ) as $word ) {
			$longest = '';
			foreach ( Rules::OCCASIONS as $line ) {
				foreach ( explode( ' ', $line ) as $known ) {
					if ( str_starts_with( $word, $known ) && strlen( $known ) > strlen( $longest ) ) {
						$longest        = $known;
						$lines[ $word ] = $line;
					}
				}
			}
		}
		return implode( ' ', $lines );
	}

	/** Removes words that do not identify a registry, unless none would remain. */
	public static function distinctive( array $words ): array {
		$telling = array_filter(
			$words,
			// A number of one or two digits may be the day of a month. Search texts do not contain the day.
			static fn ( array $spellings ) => ! in_array( $spellings[0], self::EMPTY_WORDS, true ) && 1 !== preg_match( '/^\d{1,2}\z/', $spellings[0] )
		);
		return array_values( $telling ? $telling : $words );
	}
}
