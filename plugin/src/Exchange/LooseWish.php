<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

use Largesse\Api\FieldRules;
use Largesse\Api\Rules;

/**
 * Makes a wish of what stands on other pages, where nobody keeps our rules: what is too long is shortened, and what was cut
 * off the name goes into the description. Such a wish is known again by its address, because its name may be changed here.
 */
final class LooseWish {

	/**
	 * Returns the wish.
	 *
	 * @param int                  $place  Line of the file, or number of the wish in it.
	 * @param array<string, mixed> $fields Fields, as FoundWish has them.
	 * @param string               $price  The price as it was written; '' for none.
	 */
	public static function of( int $place, array $fields, string $price = '' ): FoundWish {
		$texts = array_map( static fn ( mixed $value ) => is_string( $value ) ? self::clean( $value ) : $value, $fields );
		$name  = $texts['name'] ?? '';
		$notes = array();
		if ( mb_strlen( $name, 'UTF-8' ) > Rules::FIELDS['name']['max'] ) {
			$texts['description'] = trim( "{$name}\n" . ( $texts['description'] ?? '' ) );
			$texts['name']        = self::shortened( $name, Rules::FIELDS['name']['max'] );
			$notes[]              = __( 'The name is shortened; all of it is in the description.', 'largesse' );
		}
		$texts['description'] = self::shortened( $texts['description'] ?? '', Rules::FIELDS['description']['max'] );
		$texts['heading']     = self::shortened( $texts['heading'] ?? '', Rules::MAX_HEADING_CHARS );
		$texts['price']       = '' === $price ? null : Amount::number( $price );
		return ( new FoundWish( $place, $texts, FoundFile::BY_ADDRESS, $notes ) )->in_currency( Amount::currency( $price ) );
	}

	/** Returns a name for an address that has none: its last words, or its host. */
	public static function name_of( string $url ): string {
		$path  = rawurldecode( (string) wp_parse_url( $url, PHP_URL_PATH ) );
		$words = array_filter( explode( '/', 1 === preg_match( '//u', $path ) ? $path : '' ), static fn ( string $part ) => 1 === preg_match( '/\p{L}{3}/u', $part ) );
		$last  = (string) preg_replace( '/\.[a-z]{2,5}\z/i', '', (string) end( $words ) );
		$name  = self::clean( str_replace( array( '-', '_', '+' ), ' ', $last ) );
		return '' === $name ? (string) preg_replace( '/\Awww\./', '', (string) wp_parse_url( $url, PHP_URL_HOST ) ) : $name;
	}

	/** Returns a text in one line, without what cannot be seen. */
	private static function clean( string $text ): string {
		return FieldRules::trim( (string) preg_replace( '/[\s\x00-\x1F\x7F]+/u', ' ', $text ) );
	}

	/**
	 * Returns as much of a text as there is room for.
	 *
	 * @param int $most In characters.
	 */
	private static function shortened( string $text, int $most ): string {
		return mb_strlen( $text, 'UTF-8' ) <= $most ? $text : mb_substr( $text, 0, $most - 1, 'UTF-8' ) . '…';
	}
}
