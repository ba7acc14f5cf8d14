<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Service\ApiError;
use WP_Error;
use WP_Post;

/**
 * Fires the actions for changes of registries, also if other programs make them, and creates the errors for refused
 * changes.
 */
final class Changes {

	/** The service answers with this HTTP status if a field breaks a rule. */
	private const UNPROCESSABLE = 422;

	/** Statuses before a post is saved for the first time. */
	private const NOT_YET = array( 'new', 'auto-draft' );

	/** Fires the actions for a new registry, and for a registry that became public. */
	public static function follow_status( mixed $now, mixed $before, mixed $post ): void {
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

	/** Fires the action of a deleted registry. @param mixed $post The post, which no longer exists. */
	public static function follow_deletion( mixed $id, mixed $post ): void {
		if ( $post instanceof WP_Post && RegistryPostType::is( $post ) ) {
			/**
			 * Fires when a registry was deleted permanently.
			 *
			 * @param WP_Post $registry The registry.
			 */
			do_action( 'largesse_registry_deleted', $post );
		}
	}

	/** @param array<int> $added Ids of new items of a list. */
	public static function fire_added( int $registry_id, array $added ): void {
		foreach ( $added as $item_id ) {
			/**
			 * Fires when a wish was added to a list or restored, on the site or, with some delay, through the API.
			 *
			 * @param int $registry_id Id of the registry.
			 * @param int $item_id     Id of the item.
			 */
			do_action( 'largesse_wish_added', $registry_id, $item_id );
		}
	}

	/**
	 * Fires the action for items that are no longer on the list. The site notices a removal in up to three ways: its own
	 * change, an event in the service's log, and a repair of the list. Only the first report fires the action, but a later
	 * report may add the name.
	 *
	 * @param array<int, string|null> $removed Names of the items by id; null if a name is unknown.
	 */
	public static function fire_removed( int $registry_id, array $removed ): void {
		foreach ( $removed as $item_id => $name ) {
			if ( RemovedItems::has( $registry_id, $item_id ) ) {
				if ( null !== $name ) {
					RemovedItems::store( $registry_id, $item_id, $name );
				}
				continue;
			}
			/**
			 * Fires when a wish was removed from a list, on the site or, with some delay, through the API. It may be
			 * restored later.
			 *
			 * @param int         $registry_id Id of the registry.
			 * @param int         $item_id     Id of the item.
			 * @param string|null $name        Its name; null if unknown.
			 */
			do_action( 'largesse_wish_removed', $registry_id, $item_id, $name );
		}
	}

	/** Fires the action for a changed page of a registry. */
	public static function fire_changed( int $registry_id ): void {
		/**
		 * Fires when the wishes on the public page of a registry may have changed, so that caches purge the page.
		 * Secret gifts never fire this action; WordPress's own actions report changes of the post and its meta.
		 *
		 * @param int $registry_id Id of the registry.
		 */
		do_action( 'largesse_page_changed', $registry_id );
	}

	/** Returns the error for data that has changed since the caller read it. */
	public static function outdated(): WP_Error {
		return new WP_Error( Store::OUTDATED, __( 'Someone else just changed this registry. Reload the page and try again.', 'largesse' ) );
	}

	/** Records in an error that the request has changed nothing, and returns the error. */
	public static function unchanged( WP_Error $error ): WP_Error {
		$error->add_data( array( 'is_unchanged' => true ) + (array) $error->get_error_data() );
		return $error;
	}

	/** Checks whether the next item would fail, too. Only a broken rule concerns the failed item alone. */
	public static function would_fail_again( ?WP_Error $failure ): bool {
		return null !== $failure && self::UNPROCESSABLE !== ApiError::status( $failure );
	}
}
