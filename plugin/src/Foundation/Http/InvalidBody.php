<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use Exception;
use WP_Error;

/** Ends the handler of a route, because a field of the body is invalid. The route answers with the error. */
final class InvalidBody extends Exception {

	public function __construct( public readonly WP_Error $error ) {
		parent::__construct();
	}

	/** Returns the exception for one field. */
	public static function of( string $field, FieldError $error ): self {
		return new self( Errors::fields( array( $field => $error ) ) );
	}
}
