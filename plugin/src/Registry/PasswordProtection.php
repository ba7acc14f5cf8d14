<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use WP_Query;

/**
 * Keeps what is behind a password from being found by its words.
 */
final class PasswordProtection {

	/**
	 * Leaves other people's protected registries out of searches: whoever finds one by a word knows that it holds
	 * the word. WordPress does this for visitors, but not for users who are logged in.
	 *
	 * @param mixed $search SQL condition of the search.
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
