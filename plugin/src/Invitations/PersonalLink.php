<?php
declare( strict_types=1 );

namespace Largesse\Invitations;

use Largesse\Http\KeyedHash;
use Largesse\Registry\Invitees;
use Largesse\Registry\PeopleList;
use WP_Post;

/**
 * Knows the links that open a registry for one invited address each (rules: Invitations). Nothing is stored of them: the
 * list of invitees says whose work, so taking back an invitation ends its link.
 */
final class PersonalLink {

	/** Name of the meta that holds how often all links of a registry were made again; nothing for never. */
	public const EPOCH = '_largesse_link_epoch';

	/** Returns the address that opens a registry for an invited address; an empty text if that is not invited, or is none. */
	public static function url( WP_Post $registry, string $address ): string {
		$normal = PeopleList::normalize( $address );
		return in_array( $normal, self::addresses( $registry ), true ) ? SentKey::address( $registry, self::key( $registry, $normal ) ) : '';
	}

	/**
	 * Returns the invited address whose link has a key; null for none. All of them are compared, so that the time it takes
	 * says nothing of which.
	 *
	 * @return string|null Normalized as entries are compared.
	 */
	public static function address_of( WP_Post $registry, string $key ): ?string {
		$found = null;
		foreach ( self::addresses( $registry ) as $address ) {
			if ( hash_equals( self::key( $registry, $address ), $key ) ) {
				$found = $address;
			}
		}
		return $found;
	}

	/** Makes all links of a registry again: those that were mailed open nothing any more. */
	public static function renew( WP_Post $registry ): void {
		update_post_meta( $registry->ID, self::EPOCH, (string) ( self::epoch( $registry ) + 1 ) );
	}

	/**
	 * Returns the key of an address, invited or not.
	 *
	 * @param string $address Normalized.
	 */
	public static function key( WP_Post $registry, string $address ): string {
		return KeyedHash::of( 'largesse-personal|' . SentKey::place( $registry ) . "|{$address}|" . self::epoch( $registry ) );
	}

	/**
	 * Returns the entries of a registry's list that are addresses.
	 *
	 * @return list<string> Normalized.
	 */
	public static function addresses( WP_Post $registry ): array {
		$normal = array_map( PeopleList::normalize( ... ), Invitees::entries_of( $registry ) );
		return array_values( array_filter( $normal, static fn ( string $entry ) => str_contains( $entry, '@' ) ) );
	}

	/** Returns how often the links of a registry were made again. */
	private static function epoch( WP_Post $registry ): int {
		return (int) get_post_meta( $registry->ID, self::EPOCH, true );
	}
}
