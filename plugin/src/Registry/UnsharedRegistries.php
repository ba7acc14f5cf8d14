<?php
/**
 * Hides registries that are not shared.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Feature;
use WP_Error;
use WP_REST_Posts_Controller;
use WP_REST_Request;

/**
 * A draft, or a registry in the trash, is there for its owner and administrators alone. To others WordPress would
 * say that they may not see it, and so that it is there.
 */
final class UnsharedRegistries implements Feature {

	private const SHARED = array( 'publish', 'private' );

	/**
	 * Adds the hooks of this feature.
	 */
	public function register(): void {
		add_filter( 'rest_request_after_callbacks', array( $this, 'hide' ), 10, 3 );
	}

	/**
	 * Answers to who is refused a registry that is not shared what WordPress answers where there is none.
	 *
	 * @param mixed           $response What WordPress is about to answer.
	 * @param mixed           $handler  What handled the request.
	 * @param WP_REST_Request $request  The request.
	 */
	public function hide( mixed $response, mixed $handler, WP_REST_Request $request ): mixed {
		if ( ! is_wp_error( $response ) || ! self::is_refusal( $response ) ) {
			return $response;
		}
		$callback = is_array( $handler ) ? $handler['callback'] ?? null : null;
		if ( ! is_array( $callback ) || ! $callback[0] instanceof WP_REST_Posts_Controller ) {
			return $response;
		}
		$registry = get_post( (int) $request['id'] );
		if ( null === $registry || RegistryPostType::NAME !== $registry->post_type || in_array( $registry->post_status, self::SHARED, true ) ) {
			return $response;
		}
		if ( current_user_can( 'edit_post', $registry->ID ) ) {
			return $response;
		}
		return new WP_Error( 'rest_post_invalid_id', __( 'There is no such registry.', 'largesse' ), array( 'status' => 404 ) );
	}

	/**
	 * Whether an error says that the caller may not.
	 *
	 * @param WP_Error $error The error.
	 */
	private static function is_refusal( WP_Error $error ): bool {
		$data = $error->get_error_data();
		return is_array( $data ) && in_array( $data['status'] ?? null, array( 401, 403 ), true );
	}
}
