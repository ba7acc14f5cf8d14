<?php
/**
 * The body of a request.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Rest;

use WP_Error;
use WP_REST_Request;

/**
 * Reads bodies as they are: JSON objects, whose values keep their types. WordPress would take a form, or the query
 * string, for the same, and make numbers of text.
 */
final class Body {

	/**
	 * The fields of a body; none where it is empty.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed>|WP_Error
	 */
	public static function of( WP_REST_Request $request ): array|WP_Error {
		if ( '' === (string) $request->get_body() ) {
			return array();
		}
		$body = $request->get_json_params();
		if ( is_array( $body ) && ( array() === $body || ! array_is_list( $body ) ) ) {
			// PHP reads 1e999 as infinite, at any depth, and could not write it as JSON again.
			$endless = array_key_first( array_filter( $body, static fn ( mixed $value ) => false === wp_json_encode( $value ) ) );
			return null === $endless ? $body : self::wrong( (string) $endless, 'is too large' );
		}
		return ( new FieldErrors( array(), __( 'The request must hold a JSON object.', 'largesse' ) ) )->error();
	}

	/**
	 * A text that must be there.
	 *
	 * @param array<string, mixed> $body  The body.
	 * @param string               $field Name of the field.
	 */
	public static function text( array $body, string $field ): string|WP_Error {
		if ( is_string( $body[ $field ] ?? null ) ) {
			return $body[ $field ];
		}
		return self::wrong( $field, isset( $body[ $field ] ) ? 'must be a string' : 'is required' );
	}

	/**
	 * The id of an item, or null; one of them must be there.
	 *
	 * @param array<string, mixed> $body  The body.
	 * @param string               $field Name of the field.
	 */
	public static function id_or_null( array $body, string $field ): int|null|WP_Error {
		if ( ! array_key_exists( $field, $body ) ) {
			return self::wrong( $field, 'is required' );
		}
		$id = $body[ $field ];
		return null === $id || ( is_int( $id ) && $id > 0 ) ? $id : self::wrong( $field, 'must be the number of a gift, or null' );
	}

	/**
	 * The error that one field breaks its rule.
	 *
	 * @param string $field   Name of the field.
	 * @param string $message The rule, as the API says rules.
	 */
	private static function wrong( string $field, string $message ): WP_Error {
		return ( new FieldErrors( array( $field => FieldMessages::of( $field, $message ) ) ) )->error();
	}
}
