<?php
declare( strict_types=1 );

namespace Largesse\Registry;

/**
 * Reads the lists of a registry from its meta: the order of its items, its headings, and the most wanted items.
 */
final class ListReader {

	/**
	 * Returns the stored order, without invalid entries.
	 *
	 * @return list<int>
	 */
	public static function order( int $registry_id ): array {
		return IdOrder::ids_in( self::entries( $registry_id, RegistryMeta::ITEM_IDS ) );
	}

	/** Returns the stored headings. */
	public static function headings( int $registry_id ): Headings {
		return Headings::parse( self::entries( $registry_id, RegistryMeta::HEADINGS ) );
	}

	/**
	 * Returns the ids of the most wanted items.
	 *
	 * @return list<int>
	 */
	public static function most_wanted( int $registry_id ): array {
		return IdOrder::ids_in( self::entries( $registry_id, RegistryMeta::MOST_WANTED ) );
	}

	/**
	 * Returns the entries of a list. An unreadable list counts as empty.
	 *
	 * @return array<mixed>
	 */
	private static function entries( int $registry_id, string $key ): array {
		$list = json_decode( (string) get_post_meta( $registry_id, $key, true ) );
		return is_array( $list ) ? $list : array();
	}
}
