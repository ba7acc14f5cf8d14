<?php
declare( strict_types=1 );

namespace Largesse\Pages\Owners;

use Largesse\Promises\Giving\Giver;
use Largesse\Promises\Giving\GiverPromises;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Foundation\Service\ApiError;
use Largesse\Services;
use WP_User;

/**
 * Shows a member what they have promised for other people's registries. Links lead to the pages on which the member can
 * change a promise. Gifts that the member gave while logged out are not included, because their giver is
 * unknown.
 */
final class MembersGifts {

	/** Maximum number of gifts in the list. */
	private const MOST = 200;

	/**
	 * Returns cards of the template `owners/registry-cards`; null if the service does not answer. Sends one request to the
	 * service, another one if there are gifts, and one for each feature with other promises.
	 */
	public static function cards( WP_User $user ): ?array {
		$promises = Services::get( GiverPromises::class )->of( Giver::of_member( $user ) );
		if ( is_wp_error( $promises ) ) {
			// A site without a service has no gifts.
			return ApiError::NOT_CONFIGURED === $promises->get_error_code() ? array() : null;
		}
		usort( $promises, static fn ( array $a, array $b ) => self::sort_key( $a ) <=> self::sort_key( $b ) );
		$card = static fn ( array $one ): array => array(
			'name'  => $one['name'],
			'facts' => array( ...self::facts( $one['list'] ), ...$one['facts'] ),
			'badge' => $one['badge'],
			'links' => '' === $one['url'] ? array() : array( $one['url'] => __( 'See or change', 'largesse' ) ),
		);
		return array_map( $card, array_slice( $promises, 0, self::MOST ) );
	}

	/** Returns facts about the registry of a gift, or a message if the member cannot open the registry. */
	private static function facts( ?OpenedList $list ): array {
		$facts = null !== $list
			? array( Registries::title( $list->registry ), Occasion::date( self::date( $list ) ) )
			: array( __( 'You cannot open the registry at the moment.', 'largesse' ) );
		return array_values( array_filter( $facts, 'strlen' ) );
	}

	/**
	 * Returns the sort key of a gift. Gifts for coming events are first, then gifts without a date, then gifts for past
	 * events. The most recent past event comes before older events.
	 */
	private static function sort_key( array $purchase ): array {
		$date = self::date( $purchase['list'] );
		$days = (int) str_replace( '-', '', $date );
		return match ( true ) {
			0 === $days                           => array( 1, 0 ),
			$date >= (string) wp_date( 'Y-m-d' ) => array( 0, $days ),
			default                               => array( 2, -$days ),
		};
	}

	/** Returns the date of a registry's event; '' if there is none, or the member may not know it. */
	private static function date( ?OpenedList $list ): string {
		return null === $list ? '' : (string) get_post_meta( $list->registry->ID, RegistryMeta::EVENT_DATE, true );
	}
}
