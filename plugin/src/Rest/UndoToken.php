<?php
/**
 * The right to bring back an item.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Rest;

/**
 * Shows that somebody removed an item here. The API brings back any item that was ever removed, and does not tell
 * beforehand whose it was: without this, owners could bring back items of other people's registries.
 */
final class UndoToken {

	/**
	 * The token of the current user for an item that they removed.
	 *
	 * @param int $registry_id Id of the registry.
	 * @param int $item_id     Id of the item.
	 */
	public static function of( int $registry_id, int $item_id ): string {
		return wp_hash( implode( '|', array( 'largesse_restore', get_current_blog_id(), $registry_id, $item_id, get_current_user_id() ) ) );
	}

	/**
	 * Whether a token is the right one.
	 *
	 * @param string $token       What was sent.
	 * @param int    $registry_id Id of the registry.
	 * @param int    $item_id     Id of the item.
	 */
	public static function is_valid( string $token, int $registry_id, int $item_id ): bool {
		return hash_equals( self::of( $registry_id, $item_id ), $token );
	}
}
