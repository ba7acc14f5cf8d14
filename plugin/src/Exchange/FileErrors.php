<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

use Largesse\Http\Errors;
use Largesse\Http\FieldError;
use WP_Error;

/**
 * Creates errors for unreadable files. The errors belong to the field `file`.
 */
final class FileErrors {

	/**
	 * Returns an error.
	 *
	 * @param string $message Message with the problem, and its solution.
	 */
	public static function of( string $message ): WP_Error {
		return Errors::fields( array( 'file' => new FieldError( 'not_readable', $message ) ), $message );
	}
}
