<?php
declare( strict_types=1 );

namespace Largesse\Watching;

use Largesse\FeatureFields;
use Largesse\Http\Schema;
use Largesse\Registry\Roles;
use WP_Post;

/** Fields with the state and the hints of the shop watch (rules: The watch). Only owners get hints. */
final class HintFields extends FeatureFields {

	public static function schema(): array {
		return array( 'shop_watch?' => Schema::text( 'Whether the site watches the shops of the wishes; empty if the caller cannot change this setting.', array( 'on', 'off', '' ) ) );
	}

	public static function wish_schema(): array {
		return array( 'shop_hint?' => Schema::text( 'Hint about the shop of the wish, for owners.' ) );
	}

	/** Returns whether the site watches the shops. The value is '' if the user cannot start or stop the watch. */
	public static function details( WP_Post $registry ): array {
		return array( 'shop_watch' => self::can_watch( $registry ) ? ( ShopHints::is_watched( $registry->ID ) ? 'on' : 'off' ) : '' );
	}

	/** Adds the hints to wishes. */
	public static function add_to_wishes( array $wishes, WP_Post $registry, array $items ): array {
		$is_told = self::can_watch( $registry ) && ShopHints::is_watched( $registry->ID ) && Roles::of( $registry )->is_owner();
		$hints   = $is_told ? ShopHints::all( $registry->ID ) : array();
		$hint_of = static fn ( array $wish, array $item ) => $wish['quantity_had'] >= $wish['quantity_needed'] ? '' : ShopHints::text( $item, $hints[ $item['id'] ] ?? null );
		// Owners who have all pieces of a wish need no hint.
		return array_map( static fn ( array $wish, array $item ) => $wish + array( 'shop_hint' => $hint_of( $wish, $item ) ), $wishes, $items );
	}

	private static function can_watch( WP_Post $registry ): bool {
		return current_user_can( 'edit_post', $registry->ID );
	}
}
