<?php
declare( strict_types=1 );

namespace Largesse\Registry;

/**
 * Stores which items, with or without gifts, were removed from registries of this site, with their names. Their givers
 * must still see the names, but the service returns nothing about inactive items.
 */
final class RemovedItems {

	/** Meta key of the names. The value is a JSON object whose keys are item ids; a name is empty if it is unknown. */
	public const NAMES = '_largesse_removed_wishes';

	/** Maximum number of items per registry; the oldest are dropped. */
	private const MOST = 100;

	/** Stores a removed item. @param string|null $name Name of the item; null if the site does not know it. */
	public static function store( int $registry_id, int $item_id, ?string $name ): void {
		self::write( $registry_id, array_slice( array( $item_id => (string) $name ) + self::names( $registry_id ), 0, self::MOST, true ) );
	}

	/** Deletes the entry of a restored item. */
	public static function forget( int $registry_id, int $item_id ): void {
		if ( self::has( $registry_id, $item_id ) ) {
			self::write( $registry_id, array_diff_key( self::names( $registry_id ), array( $item_id => '' ) ) );
		}
	}

	/** Checks whether an item was removed, and not restored afterwards. */
	public static function has( int $registry_id, int $item_id ): bool {
		return isset( self::names( $registry_id )[ $item_id ] );
	}

	/** Returns the name of a removed item; an empty text if it is unknown. */
	public static function name( int $registry_id, int $item_id ): string {
		return self::names( $registry_id )[ $item_id ] ?? '';
	}

	/** @return array<int, string> Names by item id, newest first. */
	private static function names( int $registry_id ): array {
		$names = json_decode( (string) get_post_meta( $registry_id, self::NAMES, true ), true );
		return is_array( $names ) ? $names : array();
	}

	private static function write( int $registry_id, array $names ): void {
		update_post_meta( $registry_id, self::NAMES, wp_slash( (string) wp_json_encode( (object) $names ) ) );
	}
}
