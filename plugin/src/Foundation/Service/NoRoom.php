<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Service;

use WP_Error;

/**
 * A disk without room: that of the site's database, or of the service's. Forms and routes that could store nothing for
 * this reason say so, whatever else has failed because of it.
 */
final class NoRoom {

	/** Code of the error. */
	public const CODE = 'largesse_no_room';

	/** Seconds after which the sender may try again. */
	public const WAIT = 60;

	/** Broken rule of a change that the service could not store. */
	private const RULE = 'database_full';

	private static bool $is_service_full = false;

	/** Remembers that an error of the service names this reason. */
	public static function note( WP_Error $error ): void {
		$rule                  = ApiError::broken_rules( $error )['database'] ?? null;
		self::$is_service_full = self::$is_service_full || self::RULE === $rule?->name;
	}

	/** Returns how many queries of this process the site's database has refused for this reason. */
	public static function count(): int {
		// WordPress adds every failed query.
		$failed = (array) ( $GLOBALS['EZSQL_ERROR'] ?? array() );
		return count( array_filter( array_column( $failed, 'error_str' ), FullDisk::is_in( ... ) ) );
	}

	/** Returns the error of a change that could not be stored. Its message is for everybody. */
	public static function error(): WP_Error {
		return new WP_Error( self::CODE, __( 'This site has no room left, so it cannot store anything at the moment. Please tell the people who run it, and press the button again later. Everything you typed is still here.', 'largesse' ), array( 'status' => 503 ) );
	}

	/** Returns the error for a request that has failed with a status, if this is the reason; otherwise null. */
	public static function reason_of( int $status ): ?WP_Error {
		$is_full = self::$is_service_full || self::count() > 0;
		return ( 429 === $status || $status >= 500 ) && $is_full ? self::error() : null;
	}
}
