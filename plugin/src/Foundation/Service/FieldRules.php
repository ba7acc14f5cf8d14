<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Service;

use Largesse\Foundation\Format\StoredText;
use Largesse\Foundation\Format\WebAddress;

/**
 * Applies the rules of the API to fields that the plugin stores itself. `contract/rule-cases.json` contains test cases
 * for the plugin and the API.
 */
final class FieldRules {

	/**
	 * Returns the rule that a value breaks; null for a valid value.
	 *
	 * @param string $field One of Rules::FIELDS. Callers must trim an invitee first.
	 */
	public static function problem( string $field, mixed $value ): ?BrokenRule {
		$rules = Rules::FIELDS[ $field ];
		if ( null === $value && $rules['is_nullable'] ) {
			return null;
		}
		if ( ! is_string( $value ) ) {
			return new BrokenRule( 'type', $rules['types'] );
		}
		$length = mb_strlen( $value, 'UTF-8' );
		return match ( true ) {
			$length > $rules['max']                            => new BrokenRule( 'maxLength', $rules['max'] ),
			$length < $rules['min']                            => new BrokenRule( 'minLength', $rules['min'] ),
			$rules['is_day'] && ! self::is_day( $value )       => new BrokenRule( 'format', 'date' ),
			// This check also refuses invalid UTF-8, because `preg_match` then returns false.
			1 !== preg_match( Rules::TEXT, $value )            => new BrokenRule( 'clean_text' ),
			$rules['is_address']
				&& '' !== WebAddress::fault( $value ) => new BrokenRule( 'format', WebAddress::fault( $value ) ),
			$rules['is_visible']
				&& ! self::is_visible( $value )
				&& ( $rules['is_filled'] || '' !== self::trim( $value ) ) => new BrokenRule( 'not_blank' ),
			'currency' === $field && 1 !== preg_match( '/^[A-Z]{3}$/D', $value ) => new BrokenRule( 'format', 'currency' ),
			'invitee' === $field
				&& 1 === preg_match( '/^(?=[^@]*@)(?![\x00-\x3F\x41-\x7F]*@)/', $value ) => new BrokenRule( 'format', 'email' ),
			'invitee' === $field && in_array( $value, array( '.', '..' ), true ) => new BrokenRule( 'pattern' ),
			default                                            => null,
		};
	}

	/**
	 * Returns the lines of a typed text that show something, without control characters, superfluous spaces, and
	 * characters that change the direction of other text. Marks of direction (U+200E, U+200F) stay.
	 *
	 * @return list<string>
	 */
	public static function lines( string $typed ): array {
		$text  = (string) preg_replace( '/[\x{202A}-\x{202E}\x{2066}-\x{2069}]/u', '', StoredText::valid_utf8( $typed ) );
		$lines = array_map(
			static fn ( string $line ): string => self::trim( (string) preg_replace( '/[\p{Cc}\s]+/u', ' ', $line ) ),
			(array) preg_split( '/\R/u', $text )
		);
		return array_values( array_filter( $lines, self::is_visible( ... ) ) );
	}

	/** Checks whether a text is a date in the format YYYY-MM-DD (rules: Registries). */
	public static function is_day( string $ymd ): bool {
		return 1 === preg_match( '/^(\d{4})-(\d{2})-(\d{2})\z/', $ymd, $part )
			&& checkdate( (int) $part[2], (int) $part[3], (int) $part[1] );
	}

	/** Checks whether a text shows at least one character (rules: Text). */
	public static function is_visible( string $text ): bool {
		return 1 === preg_match( Rules::VISIBLE, $text );
	}

	/**
	 * Removes invisible marks that people paste with addresses, names and keys, such as the space of width zero and marks
	 * of direction. Invalid UTF-8 stays.
	 */
	public static function without_marks( string $text ): string {
		return preg_replace( Rules::INVISIBLE_MARKS, '', $text ) ?? $text;
	}

	/**
	 * Removes white space at both ends of a text. Removes the same characters as JavaScript, including all spaces of
	 * Unicode.
	 */
	public static function trim( string $text ): string {
		$space = '[' . Rules::WHITE_SPACE . ']';
		// Without the lookbehind, each space of a long run inside the text would start another scan of the run.
		return preg_replace( "/\\A{$space}++|(?<!{$space}){$space}++\\z/u", '', $text ) ?? trim( $text );
	}

	/**
	 * Returns a price in digits with an optional decimal point, as number fields send it; null for anything else, and
	 * for prices that cannot be stored.
	 */
	public static function typed_price( string $typed ): int|float|null {
		$price = preg_match( '/^(?:\d+|\d*\.\d+)$/D', $typed ) ? $typed + 0 : 0;
		return $price > 0 && $price <= Rules::MAX_SAFE ? $price : null;
	}
}
