<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Registries\Registry\Appearances;
use Largesse\Registries\Registry\WishOrder;
use WP_Error;
use WP_Post;
use WP_User;

/**
 * Gifts of a visitor: those of their account, and those that this browser has made without one (architecture: Who sees
 * what).
 */
final class VisitorGifts {

	/**
	 * Finds the visitor's gifts of the wishes on a list: those of the account, and those of this browser. The visitor may
	 * have given them through another list. Includes gifts whose form was sent, although the browser received no
	 * response; `$form` is an opened form that may have been sent. If the service does not respond, returns only the
	 * gifts that an earlier page has shown, and marks these gifts as secret.
	 *
	 * @param int|null $item_id Item; null for all items on the list.
	 * @return array<string, array<string, mixed>> By id. Without the service, they contain only item_id and is_secret.
	 */
	public static function found(
		WP_Post $registry,
		Purchases $purchases,
		?int $item_id = null,
		?string $form = null
	): array {
		$wishes  = null === $item_id ? WishOrder::of( $registry->ID )->ids : array( $item_id );
		// The stored order of a list may lack new wishes for a moment.
		$is_here = static fn ( int $of, int $list ): bool => in_array( $of, $wishes, true )
			|| ( null === $item_id && $list === $registry->ID );
		$seen    = GiftCookies::gifts();
		$account = is_user_logged_in() ? $purchases->of_user( get_current_user_id() ) : array();
		$is_down = is_wp_error( $account );
		$found   = array_column(
			array_filter(
				$is_down ? array() : $account,
				static fn ( array $gift ) => ! $gift['is_owner'] && $is_here( $gift['item_id'], $gift['registry_id'] )
			),
			null,
			'id'
		);
		$known   = array_map(
			static fn ( array $entry ): int => $entry['item_id'],
			array_filter(
				GiftCookies::sent(),
				static fn ( array $entry ): bool => $is_here( $entry['item_id'], $entry['registry_id'] )
			)
		);
		foreach ( $known + ( null === $form ? array() : array( $form => (int) $item_id ) ) as $id => $of ) {
			if ( isset( $found[ $id ] ) ) {
				continue;
			}
			$purchase = $is_down ? null : $purchases->get( $id );
			$is_down  = $is_down || is_wp_error( $purchase );
			if ( $is_down && isset( $seen[ $id ] ) ) {
				$found[ $id ] = array(
					'item_id'   => $of,
					'is_secret' => true,
				);
			} elseif (
				is_array( $purchase )
				&& false !== self::is_of_account( $purchase )
				&& $is_here( $purchase['item_id'], $purchase['registry_id'] )
			) {
				$found[ $id ] = $purchase;
			}
		}
		return $found;
	}

	/**
	 * Returns the gifts of a member. Omits the pieces that the member recorded as an owner, and gifts to the member:
	 * somebody else may have used the member's account to give something to the member in secret.
	 *
	 * @return list<array<string, mixed>>|WP_Error
	 */
	public static function of_member( WP_User $user, Purchases $purchases ): array|WP_Error {
		$found     = $purchases->of_user( $user->ID );
		$is_theirs = static fn ( array $gift ): bool => ! $gift['is_owner'] && ! Appearances::receives( $gift, $user );
		return is_wp_error( $found ) ? $found : array_values( array_filter( $found, $is_theirs ) );
	}

	/**
	 * Checks whether a gift belongs to the visitor's account. Returns null if it belongs to no account, so that the
	 * browser decides. A cookie never opens the gift of an account: several members may use a computer.
	 */
	public static function is_of_account( array $purchase ): ?bool {
		return null === $purchase['giver_user_id'] ? null : get_current_user_id() === $purchase['giver_user_id'];
	}
}
