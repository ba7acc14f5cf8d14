<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use WP_Error;

/**
 * Actions that changes of registries fire, and errors of changes that were not made.
 */
final class Changes {

	/**
	 * Tells other plugins which items are new on a list.
	 *
	 * @param array<int> $added Ids of the items.
	 */
	public static function tell_added( int $registry_id, array $added ): void {
		foreach ( $added as $item_id ) {
			/**
			 * Fires when a wish was added to a list or restored: on the site, or through the API as soon as the site knows.
			 *
			 * @param int $registry_id Id of the registry.
			 * @param int $item_id     Id of the item.
			 */
			do_action( 'largesse_wish_added', $registry_id, $item_id );
		}
	}

	/**
	 * Tells other parts of the plugin, and other plugins, that items are no longer on the list.
	 *
	 * @param array<int, string|null> $removed Their names by id; null where the name is not known.
	 */
	public static function tell_removed( int $registry_id, array $removed ): void {
		foreach ( $removed as $item_id => $name ) {
			/**
			 * Fires when a wish was taken off a list: on the site, or through the API, as soon as the site hears of it. It may
			 * be brought back.
			 *
			 * @param int         $registry_id Id of the registry.
			 * @param int         $item_id     Id of the item.
			 * @param string|null $name        Its name; null where the site does not know it.
			 */
			do_action( 'largesse_wish_removed', $registry_id, $item_id, $name );
		}
	}

	/** Tells other parts of the plugin, and other plugins, that guests see something else now. */
	public static function tell_changed( int $registry_id ): void {
		/**
		 * Fires when what guests see of the wishes on the page of a registry may be different now, so that caches forget it: never
		 * for a gift that is secret. What changes in the registry's post and its meta, WordPress tells by actions of its own.
		 *
		 * @param int $registry_id Id of the registry.
		 */
		do_action( 'largesse_page_changed', $registry_id );
	}

	/** Returns the error where something is not as the caller has read it. */
	public static function outdated(): WP_Error {
		return new WP_Error( Store::OUTDATED, __( 'Somebody else has changed the registry meanwhile.', 'largesse' ) );
	}

	/** Returns an error that says that nothing was changed. */
	public static function unchanged( WP_Error $error ): WP_Error {
		$error->add_data( array( 'is_unchanged' => true ) + (array) $error->get_error_data() );
		return $error;
	}
}
