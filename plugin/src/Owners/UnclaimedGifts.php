<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Giving\GiftCookies;
use Largesse\Giving\Purchases;
use Largesse\Html\Template;
use Largesse\Registry\Appearances;
use Largesse\Registry\ConfirmedAddress;
use Largesse\Registry\PeopleEntries;
use Largesse\Registry\RegistryPostType;
use WP_Post;
use WP_User;

/**
 * Finds gifts that a member may have given without an account or without logging in: gifts from this browser, and gifts
 * with the member's confirmed e-mail address. The page only offers these gifts; the member decides. Excludes gifts that
 * belong to a user, and gifts for the member, who must not learn about them.
 */
final class UnclaimedGifts {

	/** Maximum number of gifts to offer at once. */
	private const MOST = 10;

	/** @return array<string, string> Names of the wishes by id of the gift. Gifts that cannot be read now are not offered. */
	public static function of( WP_User $user, Purchases $purchases ): array {
		$found = self::with_email( $user, $purchases ) + self::from_browser( $user, $purchases );
		$free  = array_slice( array_filter( $found, static fn ( array $one ) => Purchases::is_free( $one ) && self::may_be_offered( $one['registry_id'], $one['item_id'] ) ), 0, self::MOST );
		$items = array() === $free ? array() : $purchases->items_of( $free );
		return is_wp_error( $items ) ? array() : array_map( static fn ( array $one ): string => Purchases::name( $one, $items[ $one['item_id'] ] ?? null ), $free );
	}

	/** Prints the form with the offer, or nothing if there are no gifts. */
	public static function show( WP_User $user, Purchases $purchases ): void {
		$names = self::of( $user, $purchases );
		if ( array() !== $names ) {
			Template::print(
				'owners/unclaimed-gifts',
				array(
					'names'  => $names,
					'box'    => AccountForms::GIFTS . '[]',
					'hidden' => AccountForms::hidden( AccountForms::KEEP ),
				)
			);
		}
	}

	/** @return array<string, array<string, mixed>> By id. */
	private static function with_email( WP_User $user, Purchases $purchases ): array {
		$email = ConfirmedAddress::of( $user );
		$found = '' === $email ? array() : $purchases->with_email( $email );
		return is_wp_error( $found ) ? array() : array_column( $found, null, 'id' );
	}

	/** @return array<string, array<string, mixed>> Gifts that somebody gave in this browser, except the user's own, by id. */
	private static function from_browser( WP_User $user, Purchases $purchases ): array {
		$ids = array_keys( array_filter( GiftCookies::all(), static fn ( int $registry_id ): bool => self::may_be_offered( $registry_id ) ) );
		$own = array() === $ids ? array() : $purchases->of_user( $user->ID );
		if ( is_wp_error( $own ) ) {
			return array();
		}
		$found = array();
		foreach ( array_slice( array_reverse( array_diff( $ids, array_column( $own, 'id' ) ) ), 0, self::MOST ) as $id ) {
			$purchase = $purchases->get( $id );
			if ( is_wp_error( $purchase ) ) {
				break;
			}
			if ( null !== $purchase ) {
				$found[ $id ] = $purchase;
			}
		}
		return $found;
	}

	/**
	 * Checks whether the visitor may know about a gift. Its registry must exist. The recipients must include neither the
	 * visitor nor the visitor's e-mail address. Without `$item_id`, checks only the recipients of the registry.
	 */
	private static function may_be_offered( int $registry_id, int $item_id = 0 ): bool {
		$registry = get_post( $registry_id );
		if ( ! $registry instanceof WP_Post || ! RegistryPostType::is( $registry ) ) {
			return false;
		}
		$named = array_map( PeopleEntries::normalize( ... ), Appearances::addresses( $registry, $item_id ) );
		return ! Appearances::is_recipient( $registry, $item_id ) && ! in_array( PeopleEntries::normalize( wp_get_current_user()->user_email ), $named, true );
	}
}
