<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use WP_Error;
use WP_HTTP_Response;
use WP_Post;
use WP_REST_Posts_Controller;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Adapts responses of WordPress's REST API. Callers get only data of registries that they may see, and the service gets
 * the data that it needs (rules: Changing lists on the host).
 */
final class RestResponses {

	/** Header for the service: `nobody` if no caller is logged in, `unconfirmed` if their address is unconfirmed. */
	public const CALLER_HEADER = 'X-Largesse-Caller';

	/**
	 * Adds the raw title and story, which WordPress shows only to editors. They reveal nothing more than the rendered
	 * title and story. Replaces meta that the caller may not see with default values, because WordPress would show all
	 * meta to everyone. The caller may read the registry.
	 */
	public static function prepare( WP_REST_Response $response, WP_Post $registry, WP_REST_Request $request ): WP_REST_Response {
		$data       = (array) $response->get_data();
		$is_insider = Roles::of( $registry )->is_insider();
		$is_open    = $is_insider || self::is_unlocked( $registry, $request );
		if ( isset( $data['title'] ) ) {
			$data['title']['raw'] = $registry->post_title;
		}
		if ( isset( $data['content'] ) && $is_open ) {
			$data['content']['raw'] = $registry->post_content;
		}
		if ( isset( $data['meta'] ) && ! $is_insider ) {
			$hidden       = $is_open ? array_flip( RegistryMeta::PEOPLE ) : RegistryMeta::DEFAULTS;
			$data['meta'] = array_intersect_key( RegistryMeta::DEFAULTS, $data['meta'], $hidden ) + $data['meta'];
		}
		$response->set_data( $data );
		return $response;
	}

	/**
	 * Answers "not found" if the caller may not see a draft or a registry in the trash. WordPress would answer
	 * "forbidden", which reveals that the registry exists.
	 */
	public static function hide_unshared( mixed $response, mixed $handler, WP_REST_Request $request ): mixed {
		$callback = is_array( $handler ) ? $handler['callback'] ?? null : null;
		if ( ! self::is_refusal( $response ) || ! is_array( $callback ) || ! $callback[0] instanceof WP_REST_Posts_Controller ) {
			return $response;
		}
		$registry = get_post( (int) $request['id'] );
		if ( ! RegistryPostType::is( $registry ) || RegistryPostType::is_shared( $registry ) || current_user_can( 'edit_post', $registry->ID ) ) {
			return $response;
		}
		return new WP_Error( 'rest_post_invalid_id', __( 'There is no such registry.', 'largesse' ), array( 'status' => 404 ) );
	}

	/**
	 * Adds a header with the names of the lists that support conditional writes. If the caller is not logged in, adds a
	 * second header. From this header, the service learns that an application password was revoked: WordPress treats
	 * requests with a revoked password as anonymous.
	 */
	public static function add_headers( mixed $response, mixed $server, WP_REST_Request $request ): mixed {
		$is_about_registries = str_starts_with( $request->get_route() . '/', rest_get_route_for_post_type_items( RegistryPostType::NAME ) . '/' );
		if ( ! $response instanceof WP_HTTP_Response || ! $is_about_registries ) {
			return $response;
		}
		$response->header( RestWrites::CONDITION_HEADER, implode( ', ', RegistryMeta::LISTS ) );
		$response->header( RestCreations::HEADER, 'known' );
		if ( ! is_user_logged_in() ) {
			$response->header( self::CALLER_HEADER, 'nobody' );
		}
		return $response;
	}

	private static function is_unlocked( WP_Post $registry, WP_REST_Request $request ): bool {
		$given = $request['password'];
		return '' === $registry->post_password || ( is_string( $given ) && hash_equals( $registry->post_password, $given ) );
	}

	private static function is_refusal( mixed $response ): bool {
		$data = is_wp_error( $response ) ? $response->get_error_data() : null;
		return is_array( $data ) && in_array( $data['status'] ?? null, array( 401, 403 ), true );
	}
}
