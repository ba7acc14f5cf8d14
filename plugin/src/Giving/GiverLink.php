<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Http\KeyedHash;

/**
 * Makes the address of a giver's own page. The key in it is all that a giver needs to change their mind; it is computed
 * from the purchase and the salt of the site, so nothing is stored that could leak.
 */
final class GiverLink {

	/** Names of the parameters that hold the id of the purchase and its key. */
	public const PARAMETER = 'gift-of';
	public const KEY       = 'key';

	/** Returns the address of the page on which a giver finds a purchase again. It works whatever became of the registry. */
	public static function url( int $registry_id, string $purchase_id ): string {
		$registry = get_permalink( $registry_id );
		return add_query_arg( self::of( $purchase_id ), false === $registry ? home_url( '/' ) : $registry );
	}

	/**
	 * Returns what opens the page, as parameters of an address or fields of a form.
	 *
	 * @return array<string, string>
	 */
	public static function of( string $purchase_id ): array {
		return array(
			self::PARAMETER => $purchase_id,
			self::KEY       => self::key( $purchase_id ),
		);
	}

	/** Checks whether a key belongs to a purchase. */
	public static function is_valid( string $purchase_id, string $key ): bool {
		return hash_equals( self::key( $purchase_id ), $key );
	}

	/** Returns the key of a purchase. */
	private static function key( string $purchase_id ): string {
		return KeyedHash::of( 'largesse-giver|' . strtolower( $purchase_id ) );
	}
}
