<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Service\ApiError;
use WP_Error;
use WP_Post;

/**
 * Fires the actions for changes of registries, also if other programs make them, and creates the errors for refused
 * changes. Stores which items, with or without gifts, were removed from registries of this site, with their names.
 * Their givers must still see the names, but the service returns nothing about inactive items.
 */
final class Changes {

	/** Meta key of the names. The value is a JSON object whose keys are item ids; a name is empty if it is unknown. */
	public const REMOVED_NAMES = '_largesse_removed_wishes';

	/** Maximum number of removed items per registry; the oldest are dropped. */
	private const MOST_REMOVED = 100;

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
			self::forget_removed( $registry_id, $item_id );
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
			$names    = self::removed_names( $registry_id );
			$is_known = isset( $names[ $item_id ] );
			if ( ! $is_known || null !== $name ) {
				self::write_removed(
					$registry_id,
					array_slice( array( $item_id => (string) $name ) + $names, 0, self::MOST_REMOVED, true )
				);
			}
			if ( $is_known ) {
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

	/** Deletes the entry of a restored item. */
	public static function forget_removed( int $registry_id, int $item_id ): void {
		$names = self::removed_names( $registry_id );
		if ( isset( $names[ $item_id ] ) ) {
			self::write_removed( $registry_id, array_diff_key( $names, array( $item_id => '' ) ) );
		}
	}

	/** Returns the name of a removed item; an empty text if it is unknown, or if the item was restored. */
	public static function removed_name( int $registry_id, int $item_id ): string {
		return self::removed_names( $registry_id )[ $item_id ] ?? '';
	}

	/** Checks whether an item was removed from a list, and is not there again. */
	public static function was_removed( int $registry_id, int $item_id ): bool {
		return isset( self::removed_names( $registry_id )[ $item_id ] );
	}

	/** @return array<int, string> Names of removed items by id, newest first. */
	private static function removed_names( int $registry_id ): array {
		$names = json_decode( (string) get_post_meta( $registry_id, self::REMOVED_NAMES, true ), true );
		return is_array( $names ) ? $names : array();
	}

	private static function write_removed( int $registry_id, array $names ): void {
		update_post_meta( $registry_id, self::REMOVED_NAMES, wp_slash( (string) wp_json_encode( (object) $names ) ) );
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
