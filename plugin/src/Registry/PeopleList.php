<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Service\FieldRules;

/**
 * Compares and changes lists of people: user names and e-mail addresses, as somebody typed them.
 */
final class PeopleList {

	/**
	 * Returns the entries of a stored list. A list that cannot be read is empty.
	 *
	 * @return list<string>
	 */
	public static function entries( string $json ): array {
		$list = json_decode( $json );
		return array_values( array_filter( is_array( $list ) ? $list : array(), 'is_string' ) );
	}

	/** Returns the form in which entries are compared; the API uses the same. */
	public static function normalize( string $entry ): string {
		$trimmed = FieldRules::trim( $entry );
		$lower   = function_exists( 'mb_strtolower' ) ? mb_strtolower( $trimmed, 'UTF-8' ) : strtolower( $trimmed );
		// Versions of PHP differ in which small sigma they give at the end of a word.
		return str_replace( 'ς', 'σ', $lower );
	}

	/**
	 * Returns the entries trimmed, without blank entries and repetitions.
	 *
	 * @param list<string> $entries The entries.
	 * @return list<string>
	 */
	public static function each_once( array $entries ): array {
		$known = array();
		foreach ( $entries as $entry ) {
			$known += array( 'as ' . self::normalize( $entry ) => FieldRules::trim( $entry ) );
		}
		unset( $known['as '] );
		return array_values( $known );
	}

	/**
	 * Returns the entries without some people, however their entries are written.
	 *
	 * @param list<string> $entries The entries.
	 * @param list<string> $gone    Entries of those people.
	 * @return list<string>
	 */
	public static function without( array $entries, array $gone ): array {
		$gone = array_map( self::normalize( ... ), $gone );
		return array_values( array_filter( $entries, static fn ( string $entry ): bool => ! in_array( self::normalize( $entry ), $gone, true ) ) );
	}
}
