<?php
declare( strict_types=1 );

namespace Largesse\Http;

use Largesse\Service\BrokenRule;
use Largesse\Service\FieldRules;
use Largesse\Service\Rules;
use WP_Error;
use WP_REST_Request;

/**
 * Reads bodies as they are: JSON objects, whose values keep their types. WordPress would take a form, or the query
 * string, for the same, and make numbers of text.
 */
final class Body {

	/**
	 * Returns the fields of a body; none if it is empty.
	 *
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
			return null === $endless ? $body : self::wrong( (string) $endless, new BrokenRule( 'maximum', Rules::MAX_SAFE ) );
		}
		return Errors::fields( array(), __( 'The request must hold a JSON object.', 'largesse' ) );
	}

	/**
	 * Returns a text that must be there.
	 *
	 * @param array<string, mixed> $body The body.
	 */
	public static function text( array $body, string $field ): string|WP_Error {
		if ( is_string( $body[ $field ] ?? null ) ) {
			return $body[ $field ];
		}
		return self::wrong( $field, isset( $body[ $field ] ) ? new BrokenRule( 'type', array( 'string' ) ) : new BrokenRule( 'required' ) );
	}

	/**
	 * Returns the id of an item, or null; one of them must be there.
	 *
	 * @param array<string, mixed> $body The body.
	 */
	public static function id_or_null( array $body, string $field ): int|null|WP_Error {
		if ( ! array_key_exists( $field, $body ) ) {
			return self::wrong( $field, new BrokenRule( 'required' ) );
		}
		$id = $body[ $field ];
		return null === $id || ( is_int( $id ) && $id > 0 ) ? $id : self::wrong( $field, 'must be the number of a gift, or null' );
	}

	/**
	 * Returns a random UUID that the caller has made.
	 *
	 * @param array<string, mixed> $body The body.
	 */
	public static function uuid( array $body, string $field ): string|WP_Error {
		$text = self::text( $body, $field );
		return is_wp_error( $text ) || wp_is_uuid( strtolower( $text ) ) ? $text : self::wrong( $field, new BrokenRule( 'format', 'uuid' ) );
	}

	/**
	 * Returns a whole number that must be there.
	 *
	 * @param array<string, mixed> $body  The body.
	 * @param int                  $least The least that it may be.
	 * @param int                  $most  The most.
	 */
	public static function number( array $body, string $field, int $least, int $most ): int|WP_Error {
		$number = $body[ $field ] ?? null;
		return is_int( $number ) && $number >= $least && $number <= $most ? $number : self::wrong( $field, "must be a whole number from {$least} to {$most}" );
	}

	/**
	 * Returns the invitees of a body: `invitees`, a list, or `invitee` alone.
	 *
	 * @param array<string, mixed> $body    The body.
	 * @param bool                 $is_each Whether each has to keep the rule of an invitee; else only how many they are
	 *                                      counts.
	 * @return non-empty-list<string>|WP_Error
	 */
	public static function invitees( array $body, bool $is_each = true ): array|WP_Error {
		$many = $body['invitees'] ?? null;
		if ( is_array( $many ) && $many && array_is_list( $many ) && array_filter( $many, 'is_string' ) === $many ) {
			$entries = $many;
		} else {
			$one = self::text( $body, 'invitee' );
			if ( is_wp_error( $one ) ) {
				return $one;
			}
			$entries = array( $one );
		}
		$rule = self::problem( $entries, $is_each );
		return null === $rule ? $entries : self::wrong( 'invitee', $rule );
	}

	/**
	 * Returns the first rule that invitees break, or null (rules: Invitees).
	 *
	 * @param list<string> $entries User names and e-mail addresses.
	 * @param bool         $is_each Whether each is looked at.
	 */
	private static function problem( array $entries, bool $is_each ): ?BrokenRule {
		if ( count( $entries ) > Rules::MAX_INVITEES_AT_ONCE ) {
			return new BrokenRule( 'maxItems', Rules::MAX_INVITEES_AT_ONCE );
		}
		foreach ( $is_each ? $entries : array() as $entry ) {
			$rule = FieldRules::problem( 'invitee', FieldRules::trim( $entry ) );
			if ( null !== $rule ) {
				return $rule;
			}
		}
		return null;
	}

	/**
	 * Returns the error where one field breaks its rule.
	 *
	 * @param BrokenRule|string $rule The rule, or its text.
	 */
	private static function wrong( string $field, BrokenRule|string $rule ): WP_Error {
		return Errors::fields( array( $field => FieldMessages::of( $field, $rule ) ) );
	}
}
