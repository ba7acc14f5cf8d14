<?php
declare( strict_types=1 );

namespace Largesse\Registry;

/**
 * Computes the order of items. The meta registry_item_ids contains the order of a registry's items. Only the API knows
 * which items exist.
 */
final class IdOrder {

	/**
	 * Returns the order in which items are shown: first the items in the stored order, then all other active items.
	 *
	 * @param list<int> $order  Stored order.
	 * @param list<int> $active Ids of all active items, ascending.
	 * @return list<int> First the items in the stored order, then all other active items.
	 */
	public static function merge( array $order, array $active ): array {
		return array_values( array_unique( array_merge( array_intersect( $order, $active ), $active ) ) );
	}

	/**
	 * @template T of int|string
	 * @param list<T> $order  Ids of items, or titles of headings.
	 * @param T       $id     Entry to move.
	 * @param T|null  $before Entry that follows the moved entry; null or an unknown entry for the end.
	 * @return list<T>
	 */
	public static function move( array $order, int|string $id, int|string|null $before ): array {
		if ( $before === $id ) {
			return $order;
		}
		$others = array_values( array_diff( $order, array( $id ) ) );
		$place  = array_search( $before, $others, true );
		array_splice( $others, false === $place ? count( $others ) : $place, 0, array( $id ) );
		return $others;
	}

	/**
	 * @template T of int|string
	 * @param list<T> $order Ids of items, or titles of headings.
	 * @param T       $id
	 * @return T|null The next entry; null for the last.
	 */
	public static function after( array $order, int|string $id ): int|string|null {
		$place = array_search( $id, $order, true );
		return false === $place ? null : $order[ $place + 1 ] ?? null;
	}

	/** @return list<int> The integers in a list, each once. */
	public static function ids_in( array $entries ): array {
		return array_values( array_unique( array_filter( $entries, 'is_int' ) ) );
	}
}
