<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Service\FieldRules;
use Largesse\Foundation\Service\MailAddress;

/** Compares and changes lists of people. Each entry is a user name or an e-mail address as it was typed. */
final class PeopleEntries {

	/** @return list<string> Entries of a stored list. Returns no entries if the list is unreadable. */
	public static function entries( string $json ): array {
		$list = json_decode( $json );
		return array_values( array_filter( is_array( $list ) ? $list : array(), 'is_string' ) );
	}

	/** Normalizes an entry for comparisons, as the API does. */
	public static function normalize( string $entry ): string {
		$trimmed = FieldRules::trim( $entry );
		$lower   = function_exists( 'mb_strtolower' ) ? mb_strtolower( $trimmed, 'UTF-8' ) : strtolower( $trimmed );
		// At the end of a word, some versions of PHP convert "Σ" to "ς", and others to "σ".
		return MailAddress::ascii( str_replace( 'ς', 'σ', $lower ) );
	}

	/**
	 * Trims entries, and removes blank entries and duplicates.
	 *
	 * @param list<string> $entries
	 * @return list<string> Trimmed entries, without blank entries and duplicates.
	 */
	public static function unique( array $entries ): array {
		$known = array();
		foreach ( $entries as $entry ) {
			$known += array( 'as ' . self::normalize( $entry ) => FieldRules::trim( $entry ) );
		}
		unset( $known['as '] );
		return array_values( $known );
	}

	/**
	 * Removes people, like `normalize()`.
	 *
	 * @param list<string> $entries
	 * @param list<string> $gone
	 * @return list<string> Entries without people, whom `normalize()` compares.
	 */
	public static function without( array $entries, array $gone ): array {
		$gone = array_map( self::normalize( ... ), $gone );
		return array_values(
			array_filter( $entries, static fn ( string $entry ): bool => ! in_array( self::normalize( $entry ), $gone, true ) )
		);
	}
}
