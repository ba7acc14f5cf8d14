<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Http\KeyedHash;
use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Links\SecretParameters;
use Largesse\Registries\Registry\OpenedList;

/**
 * The address of a giver's page (GiverPage). The key in it is enough to change the gift. The site computes the key from
 * the purchase's id and a salt, so no stored key can leak.
 */
final class GiftLink {

	/** Names of the parameters with the purchase's id and with the key. */
	public const PARAMETER = SecretParameters::GIFT;
	public const KEY       = SecretParameters::GIFT_KEY;

	/**
	 * Returns a purchase's address with more parameters.
	 *
	 * @param OpenedList|null $list The list of the purchase if it is open to the reader of the address, because the
	 *        address of a list contains its name.
	 */
	public static function url( ?OpenedList $list, string $purchase_id, array $more = array() ): string {
		return SecretParameters::link(
			null === $list ? home_url( '/' ) : (string) get_permalink( $list->registry ),
			self::KEY,
			self::key( $purchase_id ),
			array( self::PARAMETER => $purchase_id ) + $more
		);
	}

	/** @return array<string, string> Id and key as fields of a form. */
	public static function parameters( string $purchase_id ): array {
		return array(
			self::PARAMETER => $purchase_id,
			self::KEY       => self::key( $purchase_id ),
		);
	}

	/** Returns the id of a request that contains the key to this id, too; null for any other request. */
	public static function proven_id( Submission $sent ): ?string {
		$id = strtolower( $sent->text( self::PARAMETER ) );
		return wp_is_uuid( $id )
			&& hash_equals( self::key( $id ), SecretParameters::key( $sent->raw( self::KEY ) ?? '' ) ) ? $id : null;
	}

	private static function key( string $purchase_id ): string {
		return KeyedHash::of( 'largesse-giver|' . strtolower( $purchase_id ) );
	}
}
