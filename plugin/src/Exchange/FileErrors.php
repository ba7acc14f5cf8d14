<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

use Largesse\Api\Rules;
use Largesse\Rest\Errors;
use WP_Error;

/**
 * Makes the errors of files that cannot be read at all. They belong to the field `file`.
 */
final class FileErrors {

	/**
	 * Returns an error.
	 *
	 * @param string $message What is wrong with the file, and what to do.
	 */
	public static function of( string $message ): WP_Error {
		return Errors::fields( array( 'file' => $message ), $message );
	}

	/** Returns the error of a file with too many wishes. */
	public static function too_many(): WP_Error {
		/* translators: %s: a number. */
		return self::of( sprintf( __( 'There is too much in this file: at most %s wishes are read at once. Please take a part of it.', 'largesse' ), number_format_i18n( Rules::MAX_FILE_WISHES ) ) );
	}
}
