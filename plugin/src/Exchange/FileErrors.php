<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

use Largesse\Http\Errors;
use Largesse\Http\FieldError;
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
		return Errors::fields( array( 'file' => new FieldError( 'not_readable', $message ) ), $message );
	}
}
