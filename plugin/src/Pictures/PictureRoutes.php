<?php
declare( strict_types=1 );

namespace Largesse\Pictures;

use Largesse\Http\Body;
use Largesse\Http\Errors;
use Largesse\Owners\Routes;
use Largesse\Registry\Access;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Routes of the namespace `largesse/v1` for the pictures of a registry (rules: Pictures). Callers must be allowed to
 * edit the registry.
 */
final class PictureRoutes {

	/** Path of the pictures of a registry. */
	private const PICTURES = Routes::REGISTRY . '/pictures';

	public function __construct( private readonly AddressCheck $check ) {}

	public function register_routes(): void {
		register_rest_route(
			Routes::NAMESPACE,
			self::PICTURES,
			array(
				'methods'             => 'POST',
				'permission_callback' => Access::edit( ... ),
				'callback'            => self::upload( ... ),
			)
		);
		Routes::add( 'POST', self::PICTURES . '/check', Access::edit( ... ), $this->check( ... ) );
	}

	/** Stores an uploaded picture for a wish or the cover, and returns its address. */
	private static function upload( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$file = $request->get_file_params()[ Uploads::FIELD ] ?? null;
		$made = Uploads::take( (int) $request->get_url_params()['id'], get_current_user_id(), $file );
		return is_wp_error( $made )
			? Errors::fields( array( Uploads::FIELD => $made->get_error_message() ), $made->get_error_message() )
			: new WP_REST_Response( $made, 201 );
	}

	/**
	 * Returns whether a picture is at an address.
	 *
	 * @param array<string, mixed> $body `url`: the address.
	 */
	private function check( array $body ): WP_REST_Response|WP_Error {
		$url = Body::text( $body, 'url' );
		return is_wp_error( $url ) ? $url : new WP_REST_Response( array( 'check' => $this->check->of( $url, get_current_user_id() ) ) );
	}
}
