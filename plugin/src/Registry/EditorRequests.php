<?php
/**
 * Limits what comes along with the right to edit a registry.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Feature;
use WP_Error;
use WP_REST_Pattern_Directory_Controller;
use WP_REST_URL_Details_Controller;

/**
 * WordPress lets whoever may edit any content have the server fetch addresses of the web, for the block editor.
 * Here every member may edit something, which is no reason to let them all send requests in the site's name.
 */
final class EditorRequests implements Feature {

	/**
	 * Adds the hooks of this feature.
	 */
	public function register(): void {
		add_filter( 'rest_request_before_callbacks', array( $this, 'limit' ), 10, 2 );
	}

	/**
	 * Refuses requests that make the server fetch something, unless the caller may edit the site's own content.
	 *
	 * @param mixed $response What an earlier filter answers, or null.
	 * @param mixed $handler  What would handle the request.
	 */
	public function limit( mixed $response, mixed $handler ): mixed {
		$callback = is_array( $handler ) ? $handler['callback'] ?? null : null;
		$fetches  = is_array( $callback ) && (
			$callback[0] instanceof WP_REST_URL_Details_Controller || $callback[0] instanceof WP_REST_Pattern_Directory_Controller
		);
		if ( ! $fetches || is_wp_error( $response ) || current_user_can( 'edit_posts' ) ) {
			return $response;
		}
		return new WP_Error(
			'largesse_editors_only',
			__( 'Sorry, you are not allowed to do that.', 'largesse' ),
			array( 'status' => rest_authorization_required_code() )
		);
	}
}
