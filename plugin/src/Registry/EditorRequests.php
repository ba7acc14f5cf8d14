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
 * Restricts requests of WordPress's editor. Only users who can edit posts may fetch web addresses or list authors. Only
 * users who can edit a post may preview its permalink. WordPress allows these requests to all users who can edit
 * content of any type. With this plugin, all members can edit registries. Members must not make the site fetch
 * addresses, and must not see other people's data.
 */
final class EditorRequests {

	/** Refuses requests that are reserved for editors, unless the caller may edit posts. */
	public static function limit( mixed $response, mixed $handler, WP_REST_Request $request ): mixed {
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

	/** Refuses a request of the classic editor if the request would make the server fetch an address. */
	public static function limit_ajax(): void {
		if ( ! current_user_can( 'edit_posts' ) ) {
			wp_die( -1, 403 );
		}
	}

	/**
	 * Shows a sample permalink only to users who can edit the post. WordPress checks only a nonce, which the editor of
	 * every post contains. Therefore, WordPress would reveal titles and slugs of private posts.
	 */
	public static function limit_sample(): void {
		// phpcs:ignore WordPress.Security.NonceVerification.Missing -- Only reads; WordPress checks the nonce afterwards.
		$id = isset( $_POST['post_id'] ) ? absint( $_POST['post_id'] ) : 0;
		if ( ! current_user_can( 'edit_post', $id ) ) {
			wp_die( -1, 403 );
		}
	}

	/** Checks whether a request makes the server fetch something, or lists the site's authors. */
	private static function is_for_editors( mixed $controller, WP_REST_Request $request ): bool {
		return $controller instanceof WP_REST_URL_Details_Controller
			|| $controller instanceof WP_REST_Pattern_Directory_Controller
			|| $controller instanceof WP_REST_Block_Renderer_Controller
			|| ( $controller instanceof WP_REST_Users_Controller && null !== $request['who'] );
	}
}
