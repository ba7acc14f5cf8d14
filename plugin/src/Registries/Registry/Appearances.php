<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use WP_Post;
use WP_User;

/**
 * Finds the lists that share an item (rules: Appearances). The service writes the ids of all items of a list to its
 * registry, so this class sends no request. A user of null is the visitor.
 */
final class Appearances {

	/** @return list<array{registry: WP_Post, items: list<int>}> Other lists of the author, with the items that they share. */
	public static function of( WP_Post $registry ): array {
		$items = WishOrder::of( $registry->ID )->ids;
		$found = array();
		// Lists in the trash still have their items.
		foreach ( $items ? Memberships::of_author( (int) $registry->post_author, true ) : array() as $other ) {
			$shared = $other->ID === $registry->ID
				? array()
				: array_values( array_intersect( $items, WishOrder::of( $other->ID )->ids ) );
			if ( $shared ) {
				$found[] = array(
					'registry' => $other,
					'items'    => $shared,
				);
			}
		}
		return $found;
	}

	/** @return list<WP_Post> Other lists with an item. */
	public static function of_item( WP_Post $registry, int $item_id ): array {
		return array_column(
			array_filter(
				self::of( $registry ),
				static fn ( array $other ): bool => in_array( $item_id, $other['items'], true )
			),
			'registry'
		);
	}

	/**
	 * Returns the items of a list whose gifts are secret for a user, because the user is a recipient of another list with
	 * them. Returns none for recipients of the list itself.
	 *
	 * @return list<int>
	 */
	public static function received( WP_Post $registry, ?WP_User $user = null ): array {
		$user ??= wp_get_current_user();
		if ( ! $user->exists() || Roles::of( $registry )->is_recipient( $user ) ) {
			return array();
		}
		$theirs = array_filter(
			self::of( $registry ),
			static fn ( array $other ): bool => Roles::of( $other['registry'] )->is_recipient( $user )
		);
		return array_values( array_unique( array_merge( ...array_values( array_column( $theirs, 'items' ) ) ) ) );
	}

	/** Checks whether a user is a recipient of an item: of the list, or of another list with the item. */
	public static function is_recipient( WP_Post $registry, int $item_id, ?WP_User $user = null ): bool {
		return Roles::of( $registry )->is_recipient( $user )
			|| in_array( $item_id, self::received( $registry, $user ), true );
	}

	/** @return list<string> E-mail addresses of the recipients of an item, of all lists with it. */
	public static function addresses( WP_Post $registry, int $item_id ): array {
		return array_merge(
			...array_map(
				static fn ( WP_Post $list ): array => Roles::of( $list )->addresses_of_recipients(),
				array( $registry, ...self::of_item( $registry, $item_id ) )
			)
		);
	}
}
