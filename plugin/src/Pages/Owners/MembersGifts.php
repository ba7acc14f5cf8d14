<?php
declare( strict_types=1 );

namespace Largesse\Pages\Owners;

use Largesse\Foundation\Format\Number;
use Largesse\Promises\Giving\OwnGifts;
use Largesse\Promises\Giving\Purchases;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Foundation\Service\ApiError;
use WP_Post;
use WP_User;

/**
 * Shows a member their gifts, and parts of gifts, on other people's registries. Links lead to the pages on which the
 * member can change a gift. Gifts that the member gave while logged out are not included, because their giver is
 * unknown.
 */
final class MembersGifts {

	/** Maximum number of gifts in the list. */
	private const MOST = 200;

	/** Timeout in seconds for each call of the service. */
	private const TIMEOUT_S = 3;

	/**
	 * Returns cards of the template `owners/registry-cards`; null if the service does not answer. Sends one request to the
	 * service, and another one if there are gifts.
	 */
	public static function cards( WP_User $user, Purchases $purchases ): ?array {
		$given = OwnGifts::of_member( $user, $purchases );
		if ( is_wp_error( $given ) ) {
			// A site without a service has no gifts.
			return ApiError::NOT_CONFIGURED === $given->get_error_code() ? array() : null;
		}
		$items = array() === $given ? array() : $purchases->items_of( $given );
		if ( is_wp_error( $items ) ) {
			return null;
		}
		/**
		 * Filters what a member has promised to give to other people.
		 *
		 * @param list<array<string, mixed>>|WP_Error $promises Each has `registry_id`, `item_id`, `name`, `facts` (texts),
		 *         `badge`
		 *                                                      (text), and `url` (page on which the member changes it); an
		 *                                                      error if the service does not answer.
		 * @param WP_User                             $member   The member.
		 * @param int                                 $timeout  Timeout of a request to the service, in seconds.
		 */
		$promises = apply_filters(
			'largesse_members_promises',
			array_map( static fn ( array $one ): array => self::gift( $one, $items ), $given ),
			$user,
			self::TIMEOUT_S
		);
		if ( is_wp_error( $promises ) ) {
			return null;
		}
		usort( $promises, static fn ( array $a, array $b ) => self::sort_key( $a ) <=> self::sort_key( $b ) );
		$card = static fn ( array $one ): array => array(
			'name'  => $one['name'],
			'facts' => array( ...self::facts( Registries::with_id( $one['registry_id'] ) ), ...$one['facts'] ),
			'badge' => $one['badge'],
			'links' => array( $one['url'] => __( 'See or change', 'largesse' ) ),
		);
		return array_map( $card, array_slice( $promises, 0, self::MOST ) );
	}

	/** Returns a gift as an entry of `largesse_members_promises`. */
	private static function gift( array $purchase, array $items ): array {
		return array(
			'registry_id' => $purchase['registry_id'],
			'item_id'     => $purchase['item_id'],
			'name'        => Purchases::name( $purchase, $items[ $purchase['item_id'] ] ?? null ),
			/* translators: %s: how many somebody gives of a wish, at least 2. */
			'facts'       => $purchase['quantity'] > 1 ? array( sprintf( __( 'You are giving %s of these.', 'largesse' ), Number::text( $purchase['quantity'] ) ) ) : array(),
			'badge'       => 'bought' === $purchase['state'] ? __( 'Bought', 'largesse' ) : __( 'Not bought yet', 'largesse' ),
			'url'         => OwnGifts::url( $purchase['registry_id'], $purchase['id'] ),
		);
	}

	/** Returns facts about the registry of a gift, or a message if the member cannot open the registry. */
	private static function facts( ?WP_Post $registry ): array {
		$is_open = null !== $registry && Registries::may_read( $registry );
		$facts   = $is_open
			? array( Registries::title( $registry ), Occasion::date( self::date( $registry ) ) )
			: array( __( 'You cannot open the registry at the moment.', 'largesse' ) );
		return array_values( array_filter( $facts, 'strlen' ) );
	}

	/**
	 * Returns the sort key of a gift. Gifts for coming events are first, then gifts without a date, then gifts for past
	 * events. The most recent past event comes before older events.
	 */
	private static function sort_key( array $purchase ): array {
		$date = self::date( Registries::with_id( $purchase['registry_id'] ) );
		$days = (int) str_replace( '-', '', $date );
		return match ( true ) {
			0 === $days                           => array( 1, 0 ),
			$date >= (string) wp_date( 'Y-m-d' ) => array( 0, $days ),
			default                               => array( 2, -$days ),
		};
	}

	/** Returns the date of a registry's event; '' if there is none, or the member may not know it. */
	private static function date( ?WP_Post $registry ): string {
		$is_open = null !== $registry && Registries::may_read( $registry ) && Registries::is_open( $registry );
		return $is_open ? (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true ) : '';
	}
}
