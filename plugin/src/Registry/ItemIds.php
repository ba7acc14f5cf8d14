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
		$list = json_decode( (string) get_post_meta( $registry_id, RegistryMeta::ITEM_IDS, true ), true );
		return self::ids_in( is_array( $list ) ? $list : array() );
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
	 * Changes the list while others may change it too.
	 *
	 * @param int                            $registry_id Id of the registry.
	 * @param callable(list<int>): list<int> $change      Makes the new list from the stored one.
	 * @return array{0: list<int>, 1: bool}|null See StoredList.
	 */
	public static function change( int $registry_id, callable $change ): ?array {
		return StoredList::change( $registry_id, RegistryMeta::ITEM_IDS, static fn ( array $stored ) => $change( self::ids_in( $stored ) ) );
	}

	/**
	 * The ids in a list, each once.
	 *
	 * @param array<mixed> $entries The list.
	 * @return list<int>
	 */
	private static function ids_in( array $entries ): array {
		return array_values( array_unique( array_filter( $entries, 'is_int' ) ) );
	}
}
