<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Service;

use WP_Error;

/** Creates the errors that Client returns, and reads their data. */
final class ApiError {

	/** Code of the error if the address of the service is not set. */
	public const NOT_CONFIGURED = 'api_not_configured';

	/** Code of all errors except NOT_CONFIGURED. */
	public const CODE = 'api_error';

	/** Code under which an error stores its broken rules. The error has no message with this code. */
	private const BROKEN_RULES = 'api_broken_rules';

	/** Code under which an error stores the id of its request. The error has no message with this code. */
	private const REQUEST_ID = 'api_request_id';

	/** Code of the transport's message, for the operator, if no response came. */
	public const TRANSPORT = 'api_transport';

	/** Broken rule of a change on a copy of a site. */
	private const COPIED = 'copied_site';

	/** Broken rule of a request whose first attempt still runs. */
	private const RUNNING = 'running';

	/**
	 * Creates an error with a message for users. The HTTP status is 0 if there was no response.
	 *
	 * @param array<mixed> $errors     Broken rules (rules: Errors), as the API sent them.
	 * @param string       $request_id Id of the request, as the API sent it; '' if it sent none.
	 */
	public static function of( string $message, int $status, array $errors = array(), string $request_id = '' ): WP_Error {
		$error = new WP_Error( self::CODE, $message, array( 'status' => $status ) );
		if ( $errors ) {
			$error->add_data( $errors, self::BROKEN_RULES );
		}
		if ( '' !== $request_id ) {
			$error->add_data( $request_id, self::REQUEST_ID );
		}
		return $error;
	}

	/** Returns the error of every change on a copy of a site. The service answers the same (rules: Copies). */
	public static function copied(): WP_Error {
		$rule = array( 'field' => 'site', 'rule' => self::COPIED, 'limit' => null );
		return self::of( ConnectedSite::sentence(), 403, array( $rule ) );
	}

	/** Checks whether a change was refused because this site is a copy. */
	public static function is_copied( WP_Error $error ): bool {
		return self::COPIED === ( self::broken_rules( $error )['site'] ?? null )?->name;
	}

	/** Returns the error of every call if the address of the service is not set. */
	public static function not_configured(): WP_Error {
		return new WP_Error( self::NOT_CONFIGURED, __( 'The address of the registry service is not set.', 'largesse' ) );
	}

	/**
	 * Returns the error for a response that is not from the API. The default status 404 means that the server lacks the
	 * called route.
	 */
	public static function not_the_service( int $status = 404 ): WP_Error {
		return self::of( __( 'Something other than the registry service answered.', 'largesse' ), $status );
	}

	/** @return array<string, mixed>|WP_Error|null `data` of a response, an error if it has none, or null for null. */
	public static function data_or_error( mixed $answer ): array|WP_Error|null {
		if ( null === $answer || is_wp_error( $answer ) ) {
			return $answer;
		}
		return is_array( $answer['data'] ?? null ) ? $answer['data'] : self::not_the_service();
	}

	/**
	 * Returns the error for one entry of a refused list; null if the list was refused for another reason.
	 *
	 * @param WP_Error $error Error of the list. The broken rules of entries begin with the index, for example `3.name`.
	 */
	public static function of_entry( WP_Error $error, int $index ): ?WP_Error {
		$errors = array();
		foreach ( (array) $error->get_error_data( self::BROKEN_RULES ) as $broken ) {
			$field = is_array( $broken ) ? (string) ( $broken['field'] ?? '' ) : '';
			if ( str_starts_with( $field, "{$index}." ) ) {
				$errors[] = array( 'field' => substr( $field, strlen( "{$index}." ) ) ) + $broken;
			}
		}
		return $errors ? self::of( $error->get_error_message(), self::status( $error ), $errors ) : null;
	}

	/** Returns the HTTP status of an error; 0 if there was no response. */
	public static function status( WP_Error $error ): int {
		return (int) ( ( (array) $error->get_error_data() )['status'] ?? 0 );
	}

	/** Checks whether the service may have carried out a request in spite of the error, or still carries it out. */
	public static function is_inconclusive( WP_Error $error ): bool {
		$status = self::status( $error );
		return self::CODE === $error->get_error_code() && ( 0 === $status || $status >= 500 || self::is_running( $error ) );
	}

	/**
	 * Checks whether the same call may succeed later: no response came, the status is 429 or 500 and above, except 501, or
	 * the first request with the same key still runs.
	 */
	public static function is_temporary( WP_Error $error ): bool {
		$status = self::status( $error );
		return 429 === $status
			|| ( $status >= 500 && 501 !== $status )
			|| self::is_running( $error )
			|| in_array( self::TRANSPORT, $error->get_error_codes(), true );
	}

	/** Returns the id with which the service's operator finds the request in the log; null if no response named one. */
	public static function request_id( WP_Error $error ): ?string {
		return $error->get_error_data( self::REQUEST_ID );
	}

	/** Checks whether the first request with the key of a request still runs. */
	private static function is_running( WP_Error $error ): bool {
		return in_array( self::RUNNING, array_column( self::broken_rules( $error ), 'name' ), true );
	}

	/** @return array<string, BrokenRule> First broken rule of each field, by field. */
	public static function broken_rules( WP_Error $error ): array {
		return BrokenRule::by_field( $error->get_error_data( self::BROKEN_RULES ) );
	}
}
