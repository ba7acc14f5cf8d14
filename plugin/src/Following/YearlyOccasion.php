<?php
declare( strict_types=1 );

namespace Largesse\Following;

/**
 * Recognizes occasions that recur each year on the same day, in English and German.
 */
final class YearlyOccasion {

	/**
	 * Whole words for occasions that recur on the same day, in lower case. Feasts with a different day each year are
	 * missing.
	 */
	private const WORDS = 'birthday|geburtstag|geburi|name day|namenstag|christmas|christmas eve|xmas|weihnachten|heiligabend|st nicholas|nikolaus|valentine’s day|valentinstag|anniversary|jahrestag|hochzeitstag|new year|neujahr|silvester';

	/**
	 * Words for occasions that happen only once, such as a first birthday or a Christmas party. These words override
	 * WORDS.
	 */
	private const ONCE = '\d|\b(?:first|erster?|erstes|party|feier|runder|round|last|letzter?|letztes|silver|golden|diamond|silberner?|goldener?|diamantener?)\b';

	/** Checks whether an occasion recurs each year. */
	public static function is( string $occasion ): bool {
		$words = str_replace( array( "'", '.' ), array( '’', '' ), mb_strtolower( $occasion ) );
		return 1 === preg_match( '/(?<![\p{L}-])(?:' . self::WORDS . ')(?![\p{L}-])/u', $words ) && 1 !== preg_match( '/' . self::ONCE . '/u', str_replace( '-', ' ', $words ) );
	}
}
