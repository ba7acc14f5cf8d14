<?php
declare( strict_types=1 );

namespace Largesse\Helpers;

use Largesse\Registry\RegistryPostType;
use WP_Error;
use WP_REST_Request;

/**
 * Keeps a registry its author's, whoever edits it: whoever may not edit everybody's registries cannot give one a new
 * author, and whoever may not delete it cannot put it where it disappears. WordPress asks for neither where somebody may
 * edit a post that is not theirs: it lets them make it their own, and XML-RPC lets them choose the trash as its status.
 */
final class CoOwnersLimits {

	/** Statuses that an editor may choose; WordPress deletes what is in others, or shows it to nobody. */
	private const CHOSEN = array( 'publish', 'private', 'draft', 'pending', 'future' );

	/**
	 * Returns the fields of a registry as they may be stored.
	 *
	 * @param array<string, mixed> $data What is to be stored, slashed.
	 * @param array<string, mixed> $sent What was sent.
	 * @return array<string, mixed>
	 */
	public function limit( array $data, array $sent ): array {
		$registry = is_user_logged_in() ? get_post( (int) ( $sent['ID'] ?? 0 ) ) : null;
		if ( empty( $sent['ID'] ) || ! RegistryPostType::is( $registry ) || current_user_can( 'edit_others_registries' ) ) {
			return $data;
		}
		$data['post_author'] = $registry->post_author;
		if ( ! in_array( $data['post_status'] ?? '', array( ...self::CHOSEN, $registry->post_status ), true ) && ! current_user_can( 'delete_post', $registry->ID ) ) {
			$data['post_status'] = $registry->post_status;
		}
		return $data;
	}

	/**
	 * Says so where somebody wants to change the author through the REST API, which lets everybody choose themselves.
	 *
	 * @param mixed $prepared The post as it will be stored, or an error of an earlier filter.
	 */
	public function refuse( mixed $prepared, WP_REST_Request $request ): mixed {
		$registry = is_object( $prepared ) && ! is_wp_error( $prepared ) ? get_post( (int) ( $prepared->ID ?? 0 ) ) : null;
		if ( ! isset( $prepared->ID ) || ! RegistryPostType::is( $registry ) || empty( $request['author'] ) || (int) $request['author'] === (int) $registry->post_author || current_user_can( 'edit_others_registries' ) ) {
			return $prepared;
		}
		return new WP_Error( 'rest_cannot_edit_others', __( 'Sorry, only administrators may give a registry to somebody else.', 'largesse' ), array( 'status' => 403 ) );
	}
}
