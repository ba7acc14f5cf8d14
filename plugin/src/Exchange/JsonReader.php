<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

use Largesse\Format\Price;
use Largesse\Http\Errors;
use Largesse\Http\FieldError;
use Largesse\Service\FieldRules;
use Largesse\Service\Rules;
use WP_Error;

/**
 * Reads the format `largesse.registry/1` (contract/exchange.ts). Browsers convert other formats to this format. Unknown
 * keys are ignored. Values of a wrong type are kept, so the import refuses the wish and states the reason.
 */
final class JsonReader {

	/** Maximum nesting depth: more than in our files, because files of newer versions may be deeper. */
	private const MAX_DEPTH = 16;

	/** Fields of the registry. */
	private const DETAILS = array( 'title', 'story', 'story_format', 'event_type', 'event_date', 'surprise', 'sizes', 'unlisted_wishes' );

	/** Reads a file. */
	public static function read( string $bytes ): ImportFile|WP_Error {
		if ( strlen( $bytes ) > Rules::MAX_FILE_BYTES ) {
			/* translators: %s: a number. */
			return self::error( sprintf( __( 'This file is too large: the limit is %s MB. Please import a part of it.', 'largesse' ), number_format_i18n( Rules::MAX_FILE_BYTES / 1_000_000 ) ) );
		}
		$text = trim( str_starts_with( $bytes, "\u{FEFF}" ) ? substr( $bytes, 3 ) : $bytes );
		if ( '' === $text ) {
			return self::error( __( 'This file is empty.', 'largesse' ) );
		}
		if ( '{' !== $text[0] ) {
			return self::error( __( 'This file is not a registry exported as data (JSON). Export the registry as data, or use the page “Import wishes”, which reads other formats too.', 'largesse' ) );
		}
		// PHP counts the values of the innermost list as another level.
		$data = json_decode( $text, true, self::MAX_DEPTH + 1 );
		return match ( json_last_error() ) {
			JSON_ERROR_NONE  => self::of( $data, ImportFile::BY_NAME ),
			JSON_ERROR_DEPTH => self::error( __( 'This file is not a registry from Largesse.', 'largesse' ) ),
			default          => self::error( __( 'This file is incomplete. Please export it again.', 'largesse' ) ),
		};
	}

	/**
	 * Reads the data of a file.
	 *
	 * @param mixed  $data The decoded data, which should be a registry.
	 * @param string $by   Way to recognize equal wishes: ImportFile::BY_NAME or ImportFile::BY_ADDRESS.
	 */
	public static function of( mixed $data, string $by ): ImportFile|WP_Error {
		$is_ours = is_array( $data ) && is_string( $data['format'] ?? null ) && str_starts_with( $data['format'], 'largesse.registry/' );
		if ( ! $is_ours ) {
			return self::error( __( 'This file is not a registry from Largesse.', 'largesse' ) );
		}
		if ( ExportedRegistry::FORMAT !== $data['format'] ) {
			return self::error( __( 'This file comes from a newer version of Largesse than the one on this site.', 'largesse' ) );
		}
		$wishes = $data['wishes'] ?? null;
		if ( ! is_array( $wishes ) || ! array_is_list( $wishes ) ) {
			return self::error( __( 'This file contains no wishes.', 'largesse' ) );
		}
		if ( count( $wishes ) > Rules::MAX_FILE_WISHES ) {
			/* translators: %s: a number. */
			return self::error( sprintf( __( 'There are too many wishes in this file: the limit is %s at once. Please import a part of it.', 'largesse' ), number_format_i18n( Rules::MAX_FILE_WISHES ) ) );
		}
		$details = is_array( $data['registry'] ?? null ) ? array_intersect_key( $data['registry'], array_flip( self::DETAILS ) ) : array();
		if ( array() === $wishes && array() === $details ) {
			return self::error( __( 'This file contains no wishes.', 'largesse' ) );
		}
		$currency = is_string( $data['currency'] ?? null ) && null === FieldRules::problem( 'currency', $data['currency'] ) ? $data['currency'] : '';
		$found    = array();
		foreach ( $wishes as $index => $wish ) {
			$fields = is_array( $wish ) ? $wish : array();
			$own    = $fields['currency'] ?? $currency;
			// A wrong currency stays, so that the import refuses the wish.
			$found[] = new ImportWish( $index + 1, array( 'currency' => is_string( $own ) ? Price::foreign( $own ) : $own ) + $fields, $by );
		}
		return new ImportFile( $found, $details );
	}

	/** Returns an error of the field `file`. */
	private static function error( string $message ): WP_Error {
		return Errors::fields( array( 'file' => new FieldError( 'not_readable', $message ) ), $message );
	}
}
