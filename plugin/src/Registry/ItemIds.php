<?php
/**
 * The list of item ids that a registry holds.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Registry;

/**
 * The meta registry_item_ids: which items a registry has is the API's to know, this list keeps their order.
 */
final class ItemIds {

	/**
	 * The ids, without what is none.
	 *
	 * @param int $registry_id Id of the registry.
	 * @return list<int>
	 */
	public static function of( int $registry_id ): array {
		return self::ids_in( (string) get_post_meta( $registry_id, RegistryMeta::ITEM_IDS, true ) );
	}

	/**
	 * The order in which items are shown: those of a list first, as it has them, then the others.
	 *
	 * @param list<int> $order  The list.
	 * @param list<int> $active Ids of all active items, ascending.
	 * @return list<int>
	 */
	public static function arrange( array $order, array $active ): array {
		return array_values( array_unique( array_merge( array_intersect( $order, $active ), $active ) ) );
	}

	/**
	 * Replaces the list, but only while it is still the one that the new one was made from: of two visitors who
	 * change a registry at the same moment, the second must not undo the first.
	 *
	 * @param int                              $registry_id Id of the registry.
	 * @param callable(list<int>): list<int> $change      Makes the new list from the stored one.
	 * @return bool Whether the stored list is now the wanted one.
	 */
	public static function replace( int $registry_id, callable $change ): bool {
		// Another process may have written since this one read.
		wp_cache_delete( $registry_id, 'post_meta' );
		// Without a row to compare with, two first writers would both add one.
		add_post_meta( $registry_id, RegistryMeta::ITEM_IDS, RegistryMeta::DEFAULTS[ RegistryMeta::ITEM_IDS ], true );
		$stored = (string) get_post_meta( $registry_id, RegistryMeta::ITEM_IDS, true );
		$wanted = (string) wp_json_encode( $change( self::ids_in( $stored ) ) );
		return $stored === $wanted || (bool) update_post_meta( $registry_id, RegistryMeta::ITEM_IDS, $wanted, $stored );
	}

	/**
	 * The ids in a stored list.
	 *
	 * @param string $json The list.
	 * @return list<int>
	 */
	private static function ids_in( string $json ): array {
		$list = json_decode( $json, true );
		return array_values( array_unique( array_filter( is_array( $list ) ? $list : array(), 'is_int' ) ) );
	}
}
