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
 * Contents of a file in the format `largesse.registry/1` (contract/exchange.ts): fields of a registry, and wishes.
 * Browsers convert other formats to this format. Unknown keys are ignored. Values of a wrong type are kept, so the import
 * refuses the wish and states the reason.
 */
final class ImportFile {

	/** Maximum nesting depth: more than in our files, because files of newer versions may be deeper. */
	private const MAX_DEPTH = 16;

	/** Fields of the registry. */
	private const DETAILS = array( 'title', 'story', 'story_format', 'event_type', 'event_date', 'surprise', 'sizes', 'unlisted_wishes' );

	/**
	 * @param list<ImportWish>     $wishes   The wishes in their order.
	 * @param array<string, mixed> $registry Those of DETAILS that the file has.
	 */
	private function __construct(
		public readonly array $wishes,
		public readonly array $registry
	) {}

	/** Reads a file. */
	public static function read( string $bytes ): self|WP_Error {
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
			JSON_ERROR_NONE  => self::of( $data, ImportWish::BY_NAME ),
			JSON_ERROR_DEPTH => self::error( __( 'This file is not a registry from Largesse.', 'largesse' ) ),
			default          => self::error( __( 'This file is incomplete. Please export it again.', 'largesse' ) ),
		};
	}

	/**
	 * Reads the data of a file.
	 *
	 * @param mixed  $data The decoded data, which should be a registry.
	 * @param string $by   Way to recognize equal wishes: ImportWish::BY_NAME or ImportWish::BY_ADDRESS.
	 */
	public static function of( mixed $data, string $by ): self|WP_Error {
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
		return new self( $found, $details );
	}

	/** Returns an error of the field `file`. */
	private static function error( string $message ): WP_Error {
		return Errors::fields( array( 'file' => new FieldError( 'not_readable', $message ) ), $message );
	}
}
