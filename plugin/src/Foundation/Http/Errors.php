<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\ConnectedSite;
use Largesse\Foundation\Service\Rules;
use WP_Error;

/**
 * Creates the errors that routes return. Errors of the service become errors for owners: owners see which fields to
 * correct. Owners cannot fix other errors, so only administrators see the reason for these errors.
 */
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

	/** Code of the error for a failure of the service. */
	public const SERVICE = 'largesse_service';

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

	/** Returns the error for every change on a copy of a site. */
	public static function copied(): WP_Error {
		return self::error( 'largesse_copy', 403, ConnectedSite::sentence(), array( 'is_unchanged' => true ) );
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
		return array(
			'fields' => (object) FieldError::messages( $fields ),
		) + ( $errors ? array( 'errors' => $errors ) : array() );
	}

	/** Returns the error for a change that WordPress did not store. WordPress's text may name database tables. */
	public static function not_stored(): WP_Error {
		return self::error( self::NOT_STORED, 500, __( 'This could not be saved. Please try again in a little while.', 'largesse' ) );
	}

	/** Returns the error response after a failed change. @param WP_Error $error Error of the Store. */
	public static function after_change( WP_Error $error ): WP_Error {
		$status = ApiError::status( $error );
		$wrong  = 422 === $status ? self::fields_in( $error ) : array();
		if ( $wrong ) {
			return self::fields( $wrong );
		}
		$rule = ApiError::broken_rules( $error )['registry_id'] ?? null;
		if ( 'registry_full' === $rule?->name ) {
			/* translators: %s: a number. */
			$text = __( 'Nothing was saved: this registry is full. It holds at most %s wishes.', 'largesse' );
			return self::fields( array(), sprintf( $text, Number::text( (int) $rule->limit ) ) );
		}
		if ( 413 === $status ) {
			return self::fields( array(), __( 'Nothing was saved: this is more text than a wish can hold.', 'largesse' ) );
		}
		if ( ApiError::is_copied( $error ) ) {
			return self::copied();
		}
		$code = $error->get_error_code();
		if ( in_array( $code, array( self::FORBIDDEN, self::TOO_MANY ), true ) ) {
			return $error;
		}
		$is_certain = ApiError::CODE !== $code || ! empty( ( (array) $error->get_error_data() )['is_unchanged'] );
		$is_refused = $status >= 300 && $status < 500;
		$text       = match ( true ) {
			ApiError::NOT_CONFIGURED === $code => __( 'Wishes cannot be saved yet: this site has not been connected to its registry service.', 'largesse' ),
			$is_certain => __( 'The registry service does not answer properly at the moment, so nothing was changed. Please try again in a little while.', 'largesse' ),
			$is_refused => __( 'The registry service did not accept this, so nothing was changed. Please try again in a little while.', 'largesse' ),
			// The change may have succeeded although the response was lost.
			default     => __( 'The registry service did not answer properly, so we do not know whether this was saved. Please try again in a little while.', 'largesse' ),
		};
		$data       = array(
			'status'       => 503,
			'is_unchanged' => $is_certain || $is_refused,
		);
		return new WP_Error( self::SERVICE, self::with_reason( $text, $error ), $data );
	}

	/** Returns a sentence that explains why items cannot be shown, from the error of the service's client. */
	public static function unreadable_message( WP_Error $error ): string {
		$text = ApiError::NOT_CONFIGURED === $error->get_error_code()
			? __( 'The wishes cannot be shown yet: this site has not been connected to its registry service.', 'largesse' )
			: __( 'The wishes cannot be shown now. They are safe; please try again in a little while.', 'largesse' );
		return self::with_reason( $text, $error );
	}

	/** @return array<string, FieldError> Rules that a request broke, by field, except fields that owners cannot edit. */
	public static function fields_in( WP_Error $error ): array {
		$rules = array_intersect_key( ApiError::broken_rules( $error ), array_flip( Rules::WISH_FIELDS ) );
		return array_combine( array_keys( $rules ), array_map( FieldError::of( ... ), array_keys( $rules ), $rules ) );
	}

	/**
	 * Adds the reason for administrators. The reason is the first message of the error. Omits the second message, which
	 * comes from the transport and may contain addresses.
	 */
	private static function with_reason( string $text, WP_Error $error ): string {
		if ( ! current_user_can( 'manage_options' ) ) {
			return $text;
		}
		/* translators: 1: a sentence that says what does not work, 2: what the service answered. */
		return sprintf( __( '%1$s (For administrators: %2$s)', 'largesse' ), $text, $error->get_error_message() );
	}

	/** Returns an error in WordPress's format. @param array<string, mixed> $data Additional data. */
	private static function error( string $code, int $status, string $message, array $data = array() ): WP_Error {
		return new WP_Error( $code, $message, array( 'status' => $status ) + $data );
	}
}
