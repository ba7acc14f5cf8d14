<?php
declare( strict_types=1 );

namespace Largesse\Http;

use WP_Error;

/** Creates the errors that routes return. ServiceErrors creates the errors of the service. */
final class Errors {

	/**
	 * Codes of errors: messages for fields, an unconfirmed e-mail address, a change that WordPress did not store, too many
	 * requests or entries of a list, and missing permissions.
	 */
	public const FIELDS      = 'largesse_fields';
	public const UNCONFIRMED = 'largesse_unconfirmed';
	public const NOT_STORED  = 'largesse_not_stored';
	public const TOO_MANY    = 'largesse_too_many';
	public const FORBIDDEN   = 'largesse_forbidden';

	/** Returns the error for visitors who are not logged in. */
	public static function signed_out(): WP_Error {
		return self::error( 'largesse_signed_out', 401, __( 'Please sign in first.', 'largesse' ) );
	}

	/** Returns the error for missing permissions. */
	public static function forbidden( string $message ): WP_Error {
		return self::error( self::FORBIDDEN, 403, $message );
	}

	/** Returns the error for an account with an unconfirmed e-mail address (rules: Accounts). */
	public static function unconfirmed(): WP_Error {
		return self::error( self::UNCONFIRMED, 403, __( 'Please confirm your e-mail address first. See My registries for how to do that.', 'largesse' ) );
	}

	/** Returns the error for a caller who cannot access a registry, whatever the reason, to keep the reason secret. */
	public static function no_registry(): WP_Error {
		return self::error( 'largesse_no_registry', 404, __( 'This registry no longer exists, or you don’t have access to it.', 'largesse' ) );
	}

	/** Returns the error for an item that is not in the registry. */
	public static function no_item(): WP_Error {
		return self::error( 'largesse_no_item', 404, __( 'This wish is no longer on the list.', 'largesse' ) );
	}

	/** @param array<string, mixed> $current The registry as it is now; a change is based on an older version. */
	public static function outdated( array $current ): WP_Error {
		return self::error( 'largesse_changed', 409, __( 'Someone else just changed this, so nothing was saved. Please check the current version, and save again.', 'largesse' ), array( 'current' => $current ) );
	}

	/** @param array<string, FieldError> $fields Errors by field. The message for the whole request has a default. */
	public static function fields( array $fields, string $message = '', string $code = self::FIELDS ): WP_Error {
		$message = '' === $message ? __( 'Nothing was saved: please correct the marked fields.', 'largesse' ) : $message;
		return self::error( $code, 422, $message, self::data( $fields ) );
	}

	/**
	 * Returns field errors in the format of the `data` in an error response.
	 *
	 * @return array{fields: object, errors?: list<array{field: string, rule: string, limit: mixed}>}
	 */
	private static function data( array $fields ): array {
		$errors = array();
		foreach ( $fields as $field => $error ) {
			$errors[] = array(
				'field' => (string) $field,
				'rule'  => $error->rule,
				'limit' => $error->limit,
			);
		}
		// Without the cast, an empty array would become a JSON list instead of an object.
		return array( 'fields' => (object) FieldError::messages( $fields ) ) + ( $errors ? array( 'errors' => $errors ) : array() );
	}

	/** Returns the error for a change that WordPress did not store. WordPress's text may name database tables. */
	public static function not_stored(): WP_Error {
		return self::error( self::NOT_STORED, 500, __( 'This could not be saved. Please try again in a little while.', 'largesse' ) );
	}

	/** Returns an error in WordPress's format. @param array<string, mixed> $data Additional data. */
	private static function error( string $code, int $status, string $message, array $data = array() ): WP_Error {
		return new WP_Error( $code, $message, array( 'status' => $status ) + $data );
	}
}
