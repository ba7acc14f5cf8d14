<?php
declare( strict_types=1 );

namespace Largesse\Together\MyGifts;

use Largesse\Promises\Giving\Giver;
use Largesse\People\Mail\RecipientMailboxes;
use Largesse\Promises\Giving\GiverPromises;
use Largesse\Registries\Links\MyGifts;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryMeta;
use WP_User;

/** Reminds members of gifts that they have promised, and not marked as bought (rules: Reminders). */
final class GiverReminders {

	public const KIND = 'promised';

	/** Days before the day of a list. */
	private const DAYS = array( 14, 3 );

	public function __construct( private readonly GiverPromises $promises ) {}

	/** @param array<string, string> $kinds @return array<string, string> */
	public static function offer( array $kinds ): array {
		return array( self::KIND => __( 'I promised something and have not marked it as bought', 'largesse' ) ) + $kinds;
	}

	/** Adds two entries for each gift: 14 and 3 days before. @param list<string> $kinds Chosen kinds. */
	public function add( array $entries, WP_User $user, string $today, array $kinds ): array {
		$all = in_array( self::KIND, $kinds, true ) ? $this->promises->of( Giver::of_member( $user ) ) : array();
		foreach ( is_wp_error( $all ) ? array() : $all as $promise ) {
			// Nobody expects the gift of a removed wish. Members learn no day of a list that they may not open.
			$registry = null === ( $promise['item'] ?? null ) ? null : $promise['list']?->registry;
			$is_over  = null === $registry;
			$day     = $is_over ? '' : (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true );
			if (
				false !== $promise['is_bought']
				|| '' === $day
				|| $day < $today
				|| RecipientMailboxes::of_promise( $promise )->contain( $user->user_email )
			) {
				continue;
			}
			foreach ( self::DAYS as $days ) {
				$entries[] = array(
					'kind' => self::KIND,
					'key'  => "promised {$promise['id']} {$day} {$days}",
					'due'  => (string) gmdate( 'Y-m-d', (int) strtotime( "{$day} 12:00 UTC" ) - $days * DAY_IN_SECONDS ),
					/* translators: 1: name of a wish, 2: title of a list, 3: a date. */
					'text' => str_replace( array( '%1$s', '%2$s', '%3$s' ), array( GiverPromises::promised_name( $promise ), Registries::title( $registry ), Occasion::day( $day ) ), __( 'You promised: %1$s, for “%2$s” on %3$s', 'largesse' ) ),
					'url'  => MyGifts::url(),
				);
			}
		}
		return $entries;
	}
}
