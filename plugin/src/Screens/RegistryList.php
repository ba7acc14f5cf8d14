<?php
declare( strict_types=1 );

namespace Largesse\Screens;

use Largesse\Registry\RegistryPostType;
use WP_Query;

/**
 * Turns WordPress's list of posts into a list of registries. Members who are no administrators see only their own; left
 * alone, it would show them the titles of everybody's drafts. Quick Edit and bulk edit change what was chosen, and
 * nothing else; left alone, they would give a registry to the user who edits its title, because WordPress finds no other
 * user who might own one, and would filter an unchanged story as if that user had written it.
 */
final class RegistryList {

	/** Limits the query of the list. */
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
	 * Lets every member be chosen as the owner. WordPress looks for stored capabilities, and those to keep registries
	 * are stored for nobody.
	 *
	 * @param array<string, mixed> $users Which users are offered.
	 * @return array<string, mixed>
	 */
	public function offer_all_members( array $users ): array {
		if ( RegistryPostType::NAME === get_current_screen()?->post_type ) {
			unset( $users['capability'] );
		}
		return $users;
	}

	/** Lets Quick Edit leave the owner as it is where none was chosen, and the texts that it does not show. */
	public function keep_owner(): void {
		// phpcs:disable WordPress.Security.NonceVerification.Missing -- Nothing is done here; WordPress checks it afterwards.
		$registry = isset( $_POST['post_ID'] ) && is_scalar( $_POST['post_ID'] ) ? get_post( absint( $_POST['post_ID'] ) ) : null;
		if ( ! RegistryPostType::is( $registry ) ) {
			return;
		}
		// Whoever edits it with its author needs none: WordPress would refuse them the name of another author, and who it is
		// stays (see CoOwnersLimits).
		if ( empty( $_POST['post_author'] ) && ( current_user_can( 'edit_others_registries' ) || get_current_user_id() === (int) $registry->post_author ) ) {
			$_POST['post_author'] = $registry->post_author;
		}
		// phpcs:enable
		$this->keep_texts();
	}

	/** Lets what is saved in the list leave stories as they are stored. */
	public function keep_texts(): void {
		add_filter( 'wp_insert_post_data', array( $this, 'with_stored_texts' ), 0, 2 );
	}

	/**
	 * Returns the fields of a registry that is saved, its texts as they are stored.
	 *
	 * @param array<string, mixed> $data What is to be stored, slashed.
	 * @param array<string, mixed> $sent What was sent.
	 * @return array<string, mixed>
	 */
	public function with_stored_texts( array $data, array $sent ): array {
		$registry = get_post( (int) ( $sent['ID'] ?? 0 ) );
		if ( ! RegistryPostType::is( $registry ) ) {
			return $data;
		}
		$texts = array(
			'post_content' => $registry->post_content,
			'post_excerpt' => $registry->post_excerpt,
		);
		return wp_slash( $texts ) + $data;
	}

	/**
	 * Checks whether what is listed here is limited to the current user's own.
	 *
	 * @param mixed $type Post type that is listed.
	 */
	private function is_limited( mixed $type ): bool {
		return is_admin() && RegistryPostType::NAME === $type && ! current_user_can( 'edit_others_registries' );
	}
}
