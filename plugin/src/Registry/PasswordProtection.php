<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use WP_Query;

/**
 * Keeps searches from revealing words of password-protected registries.
 */
final class PasswordProtection {

	/**
	 * Excludes other people's password-protected registries from searches. A hit would reveal that a registry contains
	 * the word. WordPress itself excludes protected posts only for visitors who are not logged in.
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
