<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use WP_Post;

/** Fires actions when any program creates, publishes or deletes a registry. */
final class LifecycleActions {

	/** Statuses before a post is saved for the first time. */
	private const NOT_YET = array( 'new', 'auto-draft' );

	/**
	 * Fires the actions for a new registry, and for a registry that became public.
	 *
	 * @param mixed $now    The new status.
	 * @param mixed $before The old status; `new` if there was none.
	 */
	public function follow_status( mixed $now, mixed $before, mixed $post ): void {
		if ( ! $post instanceof WP_Post || ! RegistryPostType::is( $post ) || in_array( $now, self::NOT_YET, true ) ) {
			return;
		}
		if ( in_array( $before, self::NOT_YET, true ) ) {
			/**
			 * Fires when a registry was created, with any status, for instance `draft`.
			 *
			 * @param WP_Post $registry The registry.
			 */
			do_action( 'largesse_registry_created', $post );
		}
		if ( 'publish' === $now && 'publish' !== $before ) {
			/**
			 * Fires when a registry became public.
			 *
			 * @param WP_Post $registry The registry.
			 */
			do_action( 'largesse_registry_published', $post );
		}
	}

	/**
	 * Fires the action of a deleted registry.
	 *
	 * @param mixed $id   Id of the post.
	 * @param mixed $post The post, which no longer exists.
	 */
	public function follow_deletion( mixed $id, mixed $post ): void {
		if ( $post instanceof WP_Post && RegistryPostType::is( $post ) ) {
			/**
			 * Fires when a registry was deleted permanently.
			 *
			 * @param WP_Post $registry The registry.
			 */
			do_action( 'largesse_registry_deleted', $post );
		}
	}
}
