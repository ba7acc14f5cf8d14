<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use WP_Error;
use WP_REST_Block_Renderer_Controller;
use WP_REST_Pattern_Directory_Controller;
use WP_REST_Request;
use WP_REST_URL_Details_Controller;
use WP_REST_Users_Controller;

/**
 * Keeps for the people who write for the site what WordPress offers to anyone who may edit any content: having the server
 * fetch addresses of the web, listing the site's authors, and seeing how the address of any post is made. Here every
 * member may edit something, which is no reason to let them all send requests in the site's name, or look at what is not
 * theirs.
 */
final class EditorRequests {

	/**
	 * Refuses requests for editors only, unless the caller may edit the site's own content.
	 *
	 * @param mixed           $response What an earlier filter answers, or null.
	 * @param mixed           $handler  What would handle the request.
	 */
	public function limit( mixed $response, mixed $handler, WP_REST_Request $request ): mixed {
		$callback   = is_array( $handler ) ? $handler['callback'] ?? null : null;
		$controller = is_array( $callback ) ? $callback[0] ?? null : null;
		if ( is_wp_error( $response ) || ! self::is_for_editors( $controller, $request ) || current_user_can( 'edit_posts' ) ) {
			return $response;
		}
		return new WP_Error(
			'largesse_editors_only',
			__( 'Sorry, you are not allowed to do that.', 'largesse' ),
			array( 'status' => rest_authorization_required_code() )
		);
	}

	/** Refuses the same to requests of the classic editor that make the server fetch something. */
	public function limit_ajax(): void {
		if ( ! current_user_can( 'edit_posts' ) ) {
			wp_die( -1, 403 );
		}
	}

	/**
	 * Shows how the address of a post is made only to those who may edit it. WordPress asks for nothing but a nonce,
	 * which stands in the editor of any post, and tells title and slug of what is private.
	 */
	public function limit_sample(): void {
		// phpcs:ignore WordPress.Security.NonceVerification.Missing -- Nothing is done here; WordPress checks it afterwards.
		$id = isset( $_POST['post_id'] ) ? absint( $_POST['post_id'] ) : 0;
		if ( ! current_user_can( 'edit_post', $id ) ) {
			wp_die( -1, 403 );
		}
	}

	/**
	 * Checks whether a request makes the server fetch something, or asks who writes for the site.
	 *
	 * @param mixed $controller What would handle the request.
	 */
	private static function is_for_editors( mixed $controller, WP_REST_Request $request ): bool {
		return $controller instanceof WP_REST_URL_Details_Controller
			|| $controller instanceof WP_REST_Pattern_Directory_Controller
			|| $controller instanceof WP_REST_Block_Renderer_Controller
			|| ( $controller instanceof WP_REST_Users_Controller && null !== $request['who'] );
	}
}
