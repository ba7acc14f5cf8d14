<?php
declare( strict_types=1 );

namespace Largesse\Watching;

use Largesse\Registry\RegistryMeta;
use Largesse\Registry\Roles;
use WP_Post;

/**
 * Adds the state and the hints of the shop watch to the data of the pages (rules: The watch). Only owners get hints.
 */
final class HintFields {

	/**
	 * Adds a field to the data of a registry. The field says whether the site watches the shops.
	 *
	 * @param array<string, mixed> $fields The registry's fields in the data of the pages.
	 * @return array<string, mixed>
	 */
	public static function add_to_details( array $fields, WP_Post $registry ): array {
		// '' if the user cannot start or stop the watch.
		return $fields + array( 'shop_watch' => self::can_watch( $registry ) ? ( RegistryMeta::is_watched( $registry->ID ) ? 'on' : 'off' ) : '' );
	}

	/**
	 * Adds the hints to the data of a registry's wishes.
	 *
	 * @param list<array<string, mixed>> $wishes The wishes in the data of the pages.
	 * @param list<array<string, mixed>> $items  The same wishes from the service.
	 * @return list<array<string, mixed>>
	 */
	public static function add_to_items( array $wishes, WP_Post $registry, array $items ): array {
		$is_told = self::can_watch( $registry ) && RegistryMeta::is_watched( $registry->ID ) && Roles::of( $registry )->is_owner();
		$hints   = $is_told ? ShopHints::all( $registry->ID ) : array();
		$hint_of = static fn ( array $wish, array $item ) => $wish['quantity_had'] >= $wish['quantity_needed'] ? '' : ShopHints::text( $item, $hints[ $item['id'] ] ?? null );
		// Owners who have all pieces of a wish need no hint.
		return array_map( static fn ( array $wish, array $item ) => $wish + array( 'shop_hint' => $hint_of( $wish, $item ) ), $wishes, $items );
	}

	/** Checks whether the user can start and stop the watch of the registry's shops. */
	private static function can_watch( WP_Post $registry ): bool {
		return current_user_can( 'edit_post', $registry->ID ) && ShopWatch::is_on();
	}
}
