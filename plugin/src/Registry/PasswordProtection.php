<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use WP_Post;
use WP_Query;

/** Password-protected registries: keeps searches from revealing their words, and opens them to certain members. */
final class PasswordProtection {

	/**
	 * Excludes other people's password-protected registries from searches. A hit would reveal that a registry contains
	 * the word. WordPress itself excludes protected posts only for visitors who are not logged in.
	 *
	 * @param mixed $search SQL condition of the search.
	 */
	public static function hide_from_search( mixed $search, WP_Query $query ): mixed {
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

	/**
	 * Waives the password of a registry for members who may see the registry without it.
	 *
	 * @param mixed $is_required Whether a password is required so far.
	 * @param mixed $post        The post with the password.
	 */
	public static function skip_password( mixed $is_required, mixed $post ): mixed {
		return $is_required && $post instanceof WP_Post && RegistryPostType::is( $post ) && self::is_open_to( $post, get_current_user_id() ) ? false : $is_required;
	}

	/** Checks whether a member may see a registry without its password. */
	public static function is_open_to( WP_Post $registry, int $user_id ): bool {
		/**
		 * Filters whether a member may see a registry without its password.
		 *
		 * @param bool    $is_open  True if the registry is open to the member.
		 * @param WP_Post $registry The registry.
		 * @param int     $user_id  Id of the member.
		 */
		return (bool) apply_filters( 'largesse_open_without_password', false, $registry, $user_id );
	}
}
