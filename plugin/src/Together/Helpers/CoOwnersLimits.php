<?php
declare( strict_types=1 );

namespace Largesse\Together\Helpers;

use Largesse\Registries\Registry\RegistryPostType;
use WP_Error;
use WP_REST_Request;

/**
 * Prevents co-owners from taking over a registry. Only users who may edit all registries can change its author. Only
 * users who may delete the registry can give it a status that deletes or hides it, such as the trash.
 *
 * WordPress does not enforce these two rules. Users who may edit a post can make themselves its author, and XML-RPC
 * accepts the trash as a status.
 */
final class CoOwnersLimits {

	/** Statuses that a co-owner may choose. Other statuses would delete or hide the registry. */
	private const CHOSEN = array( 'publish', 'private', 'draft', 'pending', 'future' );

	/**
	 * @param array<string, mixed> $data Data to be stored, slashed.
	 * @return array<string, mixed> The permitted data.
	 */
	public static function limit( array $data, array $sent ): array {
		$registry = is_user_logged_in() ? get_post( (int) ( $sent['ID'] ?? 0 ) ) : null;
		if ( empty( $sent['ID'] ) || ! RegistryPostType::is( $registry ) || current_user_can( 'edit_others_registries' ) ) {
			return $data;
		}
		$data['post_author'] = $registry->post_author;
		if (
			! in_array( $data['post_status'] ?? '', array( ...self::CHOSEN, $registry->post_status ), true )
			&& ! current_user_can( 'delete_post', $registry->ID )
		) {
			$data['post_status'] = $registry->post_status;
		}
		return $data;
	}

	/** Refuses a new author in a REST request. WordPress would let users make themselves the author. */
	public static function refuse( mixed $prepared, WP_REST_Request $request ): mixed {
		$registry = is_object( $prepared ) && ! is_wp_error( $prepared ) ? get_post( (int) ( $prepared->ID ?? 0 ) ) : null;
		if (
			! isset( $prepared->ID )
			|| ! RegistryPostType::is( $registry )
			|| empty( $request['author'] )
			|| (int) $request['author'] === (int) $registry->post_author
			|| current_user_can( 'edit_others_registries' )
		) {
			return $prepared;
		}
		return new WP_Error( 'rest_cannot_edit_others', __( 'Sorry, only administrators can give a registry to somebody else.', 'largesse' ), array( 'status' => 403 ) );
	}
}
