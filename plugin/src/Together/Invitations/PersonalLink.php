<?php
declare( strict_types=1 );

namespace Largesse\Together\Invitations;

use Largesse\Foundation\Http\KeyedHash;
use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use Largesse\Registries\Registry\PeopleEntries;
use Largesse\Registries\Registry\Roles;
use WP_Post;

/** Links that open a registry, one for each address while it is invited (rules: Invitations). They are not stored. */
final class PersonalLink {

	/** Kind of the record that counts how often the links of a registry were renewed. */
	public const KIND = 'link_epoch';

	/** Returns the link for an invited address; an empty text if the address is invalid or not invited. */
	public static function url( WP_Post $registry, string $address ): string {
		$normal = PeopleEntries::normalize( $address );
		return in_array( $normal, self::addresses( $registry ), true )
			? LinkKey::address( $registry, self::key( $registry, $normal ) )
			: '';
	}

	/** Returns the address whose link has a key. Compares all addresses, so that the response time reveals nothing. */
	public static function address_of( WP_Post $registry, string $key ): ?string {
		$found = null;
		foreach ( self::addresses( $registry ) as $address ) {
			if ( hash_equals( self::key( $registry, $address ), $key ) ) {
				$found = $address;
			}
		}
		return $found;
	}

	/** Renews all links of a registry, which revokes the links in sent mails. */
	public static function renew( WP_Post $registry ): void {
		Records::change(
			self::KIND,
			$registry->ID,
			static fn ( Record $now ): Record => $now->with( data: array( ( $now->data[0] ?? 0 ) + 1 ), registry: $registry->ID )
		);
	}

	/** Returns the key of an address, even if the address is not invited. @param string $address Normalized address. */
	public static function key( WP_Post $registry, string $address ): string {
		return KeyedHash::of(
			'largesse-personal|'
			. LinkKey::registry_identifier( $registry->ID )
			. "|{$address}|"
			. ( Records::read( self::KIND, $registry->ID )->data[0] ?? 0 )
		);
	}

	/** @return list<string> Normalized e-mail addresses on a registry's list. */
	public static function addresses( WP_Post $registry ): array {
		$normal = array_map( PeopleEntries::normalize( ... ), Roles::entries_of( $registry ) );
		return array_values( array_filter( $normal, static fn ( string $entry ) => str_contains( $entry, '@' ) ) );
	}
}
