<?php
declare( strict_types=1 );

namespace Largesse\Following;

use Largesse\Service\Rules;

/**
 * Recognizes occasions that recur each year on the same day, in English and German.
 */
final class YearlyOccasion {

	/**
	 * Words for occasions that happen only once, such as a first birthday or a Christmas party. These words override
	 * Rules::YEARLY.
	 */
	private const ONCE = '\d|\b(?:first|erster?|erstes|party|feier|runder|round|last|letzter?|letztes|silver|golden|diamond|silberner?|goldener?|diamantener?)\b';

	/** Checks whether an occasion recurs each year. */
	public static function is( string $occasion ): bool {
		$words = str_replace( array( "'", '.' ), array( '’', '' ), mb_strtolower( $occasion ) );
		return 1 === preg_match( '/(?<![\p{L}-])(?:' . Rules::YEARLY . ')(?![\p{L}-])/u', $words ) && 1 !== preg_match( '/' . self::ONCE . '/u', str_replace( '-', ' ', $words ) );
	}
}
