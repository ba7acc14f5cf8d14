<?php
declare( strict_types=1 );

namespace Largesse\Registry;

/**
 * Stores the names of all items, with or without gifts, that were removed from registries of this site. Their givers
 * must still see the names, but the service returns nothing about inactive items.
 */
final class RemovedItems {

	/** Meta key of the names. The value is a JSON object whose keys are item ids. */
	public const NAMES = '_largesse_removed_wishes';

	/** Maximum number of names per registry; the oldest are dropped. */
	private const MOST = 100;

	/**
	 * Stores the name of a removed item if the site knows it.
	 *
	 * @param string|null $name Name of the item; null if the site does not know it.
	 */
	public static function store( int $registry_id, int $item_id, ?string $name ): void {
		if ( null === $name ) {
			return;
		}
		$names = array( $item_id => $name ) + self::names( $registry_id );
		update_post_meta( $registry_id, self::NAMES, wp_slash( (string) wp_json_encode( array_slice( $names, 0, self::MOST, true ) ) ) );
	}

	/** Returns the name of a removed item; an empty text if it is unknown. */
	public static function name( int $registry_id, int $item_id ): string {
		return (string) ( self::names( $registry_id )[ $item_id ] ?? '' );
	}

	/**
	 * Returns the names by item id, newest first.
	 *
	 * @return array<int, string>
	 */
	private static function names( int $registry_id ): array {
		$names = json_decode( (string) get_post_meta( $registry_id, self::NAMES, true ), true );
		return is_array( $names ) ? $names : array();
	}
}
