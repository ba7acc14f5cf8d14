<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Services;
use WP_Post;
use WP_User;

/**
 * Finds the lists that share an item, and their recipients (rules: Appearances). The service writes the ids of all
 * items of a list to its registry, so only questions about recipients and, for deleted lists, `list_of()` send a
 * request. A user of null is the visitor.
 */
final class Appearances {

	/** @return list<array{registry: WP_Post, items: list<int>}> Other lists of the author, with the items that they share. */
	public static function of( WP_Post $registry ): array {
		$items = WishOrder::of( $registry->ID )->ids;
		$found = array();
		// Lists in the trash still have their items.
		foreach ( $items ? Memberships::of_author( (int) $registry->post_author, true, -1 ) : array() as $other ) {
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
	 * Returns the items whose gifts a user receives as a recipient of other lists (`Recipients`); none for recipients of
	 * the list itself. Null if the service does not answer.
	 *
	 * @return list<int>|null
	 */
	public static function received( WP_Post $registry, ?WP_User $user = null ): ?array {
		$user ??= wp_get_current_user();
		return Roles::of( $registry )->is_recipient( $user ) ? array() : Recipients::items_on( $registry, $user );
	}

	/** Checks whether a user receives the gifts of some items, according to `received()`. Without an answer: of all. */
	public static function is_received( int $item_id, ?array $received ): bool {
		return null === $received || in_array( $item_id, $received, true );
	}

	/**
	 * Returns the list through which something was promised; if it was deleted, the list that now has the wish. Null if
	 * there is neither. Asks the service only about promises through a deleted list.
	 *
	 * @param array<string, mixed> $promise With `registry_id` and `item_id`.
	 */
	public static function list_of( array $promise ): ?WP_Post {
		$list = Registries::with_id( $promise['registry_id'] );
		$home = null === $list ? Services::get( Store::class )->items->registry_of( $promise['item_id'] ) : null;
		return null === $home ? $list : Registries::with_id( $home );
	}

	/** Checks whether a user receives what was promised, also through a list that was deleted. */
	public static function receives( array $promise, ?WP_User $user = null ): bool {
		$list = Registries::with_id( $promise['registry_id'] );
		return null === $list
			? Recipients::receives( $promise['item_id'], $promise['registry_id'], $user ?? wp_get_current_user() )
			: self::is_recipient( $list, $promise['item_id'], $user );
	}

	/** Checks whether a user is a recipient of an item: of the list, or of another list with the item. */
	public static function is_recipient( WP_Post $registry, int $item_id, ?WP_User $user = null ): bool {
		return Roles::of( $registry )->is_recipient( $user )
			|| self::is_received( $item_id, self::received( $registry, $user ) );
	}

	/** @return list<WP_Post> Other lists that have an item, or had it, without lists that were deleted. */
	public static function ever_of_item( WP_Post $registry, int $item_id ): array {
		return array_values(
			array_filter(
				Memberships::of_author( (int) $registry->post_author, true, -1 ),
				static fn ( WP_Post $other ): bool => $other->ID !== $registry->ID
					&& (
						in_array( $item_id, WishOrder::of( $other->ID )->ids, true )
						|| Changes::was_removed( $other->ID, $item_id )
					)
			)
		);
	}
}
