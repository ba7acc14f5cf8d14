<?php
declare( strict_types=1 );

namespace Largesse\Registry;

/**
 * Remembers what items were called that somebody removed on this site, so that whoever gives one can still be told what it
 * was: the service tells nothing of inactive items. It remembers those that nobody gives as well.
 */
final class RemovedItems {

	/** Meta key of the names, a JSON object by item ids. */
	public const NAMES = '_largesse_removed_wishes';

	/** How many names a registry keeps; the oldest go first. */
	private const MOST = 100;

	/**
	 * Remembers what an item was called, where the site knows that.
	 *
	 * @param string|null $name Its name; null if the site does not know it.
	 */
	public function keep( int $registry_id, int $item_id, ?string $name ): void {
		if ( null === $name ) {
			return;
		}
		$names = array( $item_id => $name ) + self::names( $registry_id );
		update_post_meta( $registry_id, self::NAMES, wp_slash( (string) wp_json_encode( array_slice( $names, 0, self::MOST, true ) ) ) );
	}

	/** Returns what a removed item was called; an empty text if that is not known. */
	public static function name( int $registry_id, int $item_id ): string {
		return (string) ( self::names( $registry_id )[ $item_id ] ?? '' );
	}

	/**
	 * Returns the names by item ids, the latest first.
	 *
	 * @return array<int, string>
	 */
	private static function names( int $registry_id ): array {
		$names = json_decode( (string) get_post_meta( $registry_id, self::NAMES, true ), true );
		return is_array( $names ) ? $names : array();
	}
}
