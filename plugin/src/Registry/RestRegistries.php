<?php
/**
 * A registry in the REST API.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Feature;
use WP_Post;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Shows each reader of a registry what is theirs to see.
 */
final class RestRegistries implements Feature {

	/**
	 * Keeps what decides on registries with a password.
	 *
	 * @param PasswordProtection $passwords Tells whether a registry is open to the reader.
	 */
	public function __construct( private readonly PasswordProtection $passwords ) {}

	/**
	 * Adds the hooks of this feature.
	 */
	public function register(): void {
		add_filter( 'rest_prepare_' . RegistryPostType::NAME, array( $this, 'prepare' ), 10, 3 );
	}

	/**
	 * Adds the raw title and story, which WordPress keeps for editors though the rendered ones tell the same less
	 * exactly, and takes away meta that WordPress would show to the whole world.
	 *
	 * @param WP_REST_Response $response What WordPress is about to answer.
	 * @param WP_Post          $registry The registry, which the caller may read.
	 * @param WP_REST_Request  $request  The request.
	 */
	public function prepare( WP_REST_Response $response, WP_Post $registry, WP_REST_Request $request ): WP_REST_Response {
		$data    = (array) $response->get_data();
		$is_open = $this->passwords->is_open( $registry, $request );
		if ( isset( $data['title'] ) ) {
			$data['title']['raw'] = $registry->post_title;
		}
		if ( isset( $data['content'] ) && $is_open ) {
			$data['content']['raw'] = $registry->post_content;
		}
		if ( isset( $data['meta'] ) && ! $is_open ) {
			$data['meta'] = array_intersect_key( RegistryMeta::DEFAULTS, $data['meta'] ) + $data['meta'];
		}
		if ( isset( $data['meta'][ RegistryMeta::INVITEES ] ) && ! InviteeAccess::is_insider( $registry ) ) {
			$data['meta'][ RegistryMeta::INVITEES ] = RegistryMeta::DEFAULTS[ RegistryMeta::INVITEES ];
		}
		$response->set_data( $data );
		return $response;
	}
}
