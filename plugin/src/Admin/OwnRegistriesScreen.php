<?php
/**
 * The list of registries in wp-admin.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

use Largesse\Feature;
use Largesse\Registry\RegistryPostType;
use WP_Query;

/**
 * Shows users who are no administrators their own registries only. WordPress's list would tell them the names of
 * everybody's drafts.
 */
final class OwnRegistriesScreen implements Feature {

	/**
	 * Adds the hooks of this feature.
	 */
	public function register(): void {
		add_action( 'pre_get_posts', array( $this, 'limit' ) );
		add_filter( 'wp_count_posts', array( $this, 'count' ), 10, 2 );
	}

	/**
	 * Limits the query of the list.
	 *
	 * @param WP_Query $query The query.
	 */
	public function limit( WP_Query $query ): void {
		if ( $query->is_main_query() && $this->is_limited( $query->get( 'post_type' ) ) ) {
			$query->set( 'author', get_current_user_id() );
		}
	}

	/**
	 * Limits the numbers above the list.
	 *
	 * @param mixed $counts Number of posts by status.
	 * @param mixed $type   Post type.
	 */
	public function count( mixed $counts, mixed $type ): mixed {
		if ( ! is_object( $counts ) || ! $this->is_limited( $type ) ) {
			return $counts;
		}
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- There is no function that counts one author's posts by status.
		$rows = $wpdb->get_results(
			$wpdb->prepare(
				"SELECT post_status, COUNT(*) AS number FROM {$wpdb->posts} WHERE post_type = %s AND post_author = %d GROUP BY post_status",
				RegistryPostType::NAME,
				get_current_user_id()
			)
		);
		$own  = array_fill_keys( array_keys( get_object_vars( $counts ) ), 0 );
		foreach ( $rows as $row ) {
			$own[ $row->post_status ] = (int) $row->number;
		}
		return (object) $own;
	}

	/**
	 * Whether what is listed here is limited to the current user's own.
	 *
	 * @param mixed $type Post type that is listed.
	 */
	private function is_limited( mixed $type ): bool {
		return is_admin() && RegistryPostType::NAME === $type && ! current_user_can( 'edit_others_registries' );
	}
}
