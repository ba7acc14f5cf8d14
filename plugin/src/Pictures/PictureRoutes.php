<?php
declare( strict_types=1 );

namespace Largesse\Pictures;

use Largesse\Http\Body;
use Largesse\Http\Errors;
use Largesse\Http\FieldError;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Routes of the namespace `largesse/v1` for the pictures of a registry (rules: Pictures). Callers must be allowed to
 * edit the registry.
 */
final class PictureRoutes {

	public function __construct( private readonly AddressCheck $check ) {}

	/** Stores an uploaded picture for a wish or the cover, and returns its address. */
	public static function upload( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$file = $request->get_file_params()[ Uploads::FIELD ] ?? null;
		$made = Uploads::store( (int) $request->get_url_params()['id'], get_current_user_id(), $file );
		return is_wp_error( $made )
			? Errors::fields( array( Uploads::FIELD => FieldError::of_error( $made ) ), $made->get_error_message() )
			: new WP_REST_Response( $made, 201 );
	}

	/** Returns whether there is a picture at an address. */
	public function check( Body $body ): WP_REST_Response {
		return new WP_REST_Response( array( 'check' => $this->check->check( $body->value( 'url' ), get_current_user_id() ) ) );
	}
}
