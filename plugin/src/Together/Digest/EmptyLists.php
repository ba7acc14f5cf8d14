<?php
declare( strict_types=1 );

namespace Largesse\Together\Digest;

use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\Memberships;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\Store;
use WP_User;

/**
 * Reminds owners of lists without wishes. Only the number of wishes counts, so the reminder says nothing about gifts.
 */
final class EmptyLists {

	public const KIND = 'empty';

	/** Days before the day of a list. */
	private const DAYS = 21;

	public function __construct( private readonly Store $store ) {}

	/** @param array<string, string> $kinds @return array<string, string> */
	public static function offer( array $kinds ): array {
		return $kinds + array( self::KIND => __( 'My list is empty, and the day is in three weeks', 'largesse' ) );
	}

	/** Adds an entry for each empty list that a member owns or co-owns. @param list<string> $kinds Chosen kinds. */
	public function add( array $entries, WP_User $user, string $today, array $kinds ): array {
		if ( ! in_array( self::KIND, $kinds, true ) ) {
			return $entries;
		}
		foreach ( array( ...Memberships::of_author( $user->ID ), ...Memberships::co_owned( $user ) ) as $registry ) {
			$day = (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true );
			if ( '' === $day || $day < $today || DigestPlan::later( $day, -self::DAYS - DigestPlan::DAYS ) > $today ) {
				continue;
			}
			$items = $this->store->in_background()->items->all( $registry->ID );
			if ( array() === $items ) {
				$entries[] = array(
					'kind' => self::KIND,
					'key'  => "empty {$registry->ID} {$day}",
					'due'  => DigestPlan::later( $day, -self::DAYS ),
					/* translators: 1: title of a list, 2: a date. */
					'text' => str_replace( array( '%1$s', '%2$s' ), array( Registries::title( $registry ), Occasion::day( $day ) ), __( '“%1$s” has no wishes yet, and the day is %2$s', 'largesse' ) ),
					'url'  => OwnerPage::url( $registry->ID ),
				);
			}
		}
		return $entries;
	}
}
