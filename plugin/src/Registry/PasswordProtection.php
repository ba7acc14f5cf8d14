<?php
/**
 * Registries with a password.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Feature;
use WP_Post;
use WP_Query;
use WP_REST_Request;

/**
 * A published registry may have a password. WordPress then hides the text, but neither the meta nor what a search
 * for words of the text tells.
 */
final class PasswordProtection implements Feature {

	/**
	 * Adds the hooks of this feature.
	 */
	public function register(): void {
		add_filter( 'posts_search', array( $this, 'hide_from_search' ), 10, 2 );
	}

	/**
	 * Whether the current user may look inside a registry that they may read: there is no password, they gave it,
	 * or they are owner, administrator or invitee.
	 *
	 * @param WP_Post         $registry The registry.
	 * @param WP_REST_Request $request  The request, which may carry the password.
	 */
	public function is_open( WP_Post $registry, WP_REST_Request $request ): bool {
		$given = $request['password'];
		return '' === $registry->post_password
			|| ( is_string( $given ) && hash_equals( $registry->post_password, $given ) )
			|| InviteeAccess::is_insider( $registry );
	}

	/**
	 * Leaves other people's protected registries out of searches: whoever finds one by a word knows that it holds
	 * the word. WordPress does this for visitors, but not for users who are logged in.
	 *
	 * @param mixed    $search SQL condition of the search.
	 * @param WP_Query $query  The query.
	 */
	public function hide_from_search( mixed $search, WP_Query $query ): mixed {
		global $wpdb;
		if ( ! is_string( $search ) || '' === $search || current_user_can( 'edit_others_registries' ) ) {
			return $search;
		}
		return $search . $wpdb->prepare(
			" AND NOT ( {$wpdb->posts}.post_type = %s AND {$wpdb->posts}.post_password <> '' AND {$wpdb->posts}.post_author <> %d )",
			RegistryPostType::NAME,
			get_current_user_id()
		);
	}
}
