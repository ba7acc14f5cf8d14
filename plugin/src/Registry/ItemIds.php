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
	 * The order with one item in another place.
	 *
	 * @param list<int> $order  The order.
	 * @param int       $id     The item.
	 * @param int|null  $before Item before which it goes; null, or one that is not there, for the end.
	 * @return list<int>
	 */
	public static function with_moved( array $order, int $id, ?int $before ): array {
		if ( $before === $id ) {
			return $order;
		}
		$others = array_values( array_diff( $order, array( $id ) ) );
		$place  = array_search( $before, $others, true );
		array_splice( $others, false === $place ? count( $others ) : $place, 0, array( $id ) );
		return $others;
	}

	/**
	 * The item that follows another one; null where none does.
	 *
	 * @param list<int> $order The order.
	 * @param int       $id    The item.
	 */
	public static function after( array $order, int $id ): ?int {
		$place = array_search( $id, $order, true );
		return false === $place ? null : $order[ $place + 1 ] ?? null;
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
