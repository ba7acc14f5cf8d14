<?php
/**
 * Who asks for a registry.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Feature;
use WP_HTTP_Response;
use WP_REST_Request;

/**
 * Tells whoever asks for registries in vain with credentials that they count for nobody. WordPress takes a password
 * that was revoked for none, and answers as it answers the whole world.
 */
final class RestCaller implements Feature {

	/** The header of answers to nobody. */
	public const HEADER = 'X-Largesse-Caller';

	/**
	 * Adds the hooks of this feature.
	 */
	public function register(): void {
		add_filter( 'rest_post_dispatch', array( $this, 'announce' ), 10, 3 );
	}

	/**
	 * Says in answers about registries that nobody is signed in.
	 *
	 * @param mixed           $response What WordPress is about to answer.
	 * @param mixed           $server   The server.
	 * @param WP_REST_Request $request  The request.
	 */
	public function announce( mixed $response, mixed $server, WP_REST_Request $request ): mixed {
		if ( $response instanceof WP_HTTP_Response && ! is_user_logged_in() && self::is_about_registries( $request ) ) {
			$response->header( self::HEADER, 'nobody' );
		}
		return $response;
	}

	/**
	 * Whether a request is for the registries of WordPress's own REST API.
	 *
	 * @param WP_REST_Request $request The request.
	 */
	public static function is_about_registries( WP_REST_Request $request ): bool {
		return str_starts_with( $request->get_route() . '/', rest_get_route_for_post_type_items( RegistryPostType::NAME ) . '/' );
	}
}
