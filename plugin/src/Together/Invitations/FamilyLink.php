<?php
declare( strict_types=1 );

namespace Largesse\Together\Invitations;

use Largesse\Foundation\Http\KeyedHash;
use Largesse\Foundation\Http\RenewableKey;
use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use WP_Error;
use WP_Post;

/** Link that opens a registry to anyone who has the link (rules: Invitations). */
final class FamilyLink {

	/** Kind of the record with the link of a registry. RenewableKey creates the link. */
	public const KIND = 'family_link';

	/** States of a registry: it has no link, its link works, or its link ended when the site's salts changed. */
	public const NONE = 'none';
	public const GOOD = 'good';
	public const DEAD = 'dead';

	private const PURPOSE = 'largesse-family';

	/**
	 * Replaces the link whose address the caller knows, or creates a link if no link works. Keeps a newer link, because
	 * someone may have shared the newer link already. Returns whether the link was replaced.
	 */
	public static function replace( WP_Post $registry, string $known = '' ): bool|WP_Error {
		$is_made = false;
		$stored  = Records::change(
			self::KIND,
			$registry->ID,
			static function ( Record $now ) use ( $registry, $known, &$is_made ): Record {
				$key     = self::link( $registry, $now )->value();
				$is_made = null === $key || LinkKey::address( $registry, $key ) === $known;
				return $is_made
					? $now->with(
						data: array(
							RenewableKey::create( self::PURPOSE, LinkKey::registry_identifier( $registry->ID ), KeyedHash::of( ... ) ),
						),
						registry: $registry->ID
					)
					: $now;
			}
		);
		return is_wp_error( $stored ) ? $stored : $is_made;
	}

	public static function revoke( WP_Post $registry ): void {
		Records::delete( self::KIND, $registry->ID );
	}

	/** Returns NONE, GOOD or DEAD. */
	public static function state( WP_Post $registry ): string {
		if ( null !== self::key( $registry ) ) {
			return self::GOOD;
		}
		return Records::read( self::KIND, $registry->ID )->is_stored() ? self::DEAD : self::NONE;
	}

	/** Returns the address of the link; an empty text if there is none. */
	public static function url( WP_Post $registry ): string {
		$key = self::key( $registry );
		return null === $key ? '' : LinkKey::address( $registry, $key );
	}

	/** Checks whether a key belongs to a registry's link. The check takes equally long if there is no link. */
	public static function is_valid_key( WP_Post $registry, string $key ): bool {
		return self::link( $registry )->matches( $key );
	}

	/** Returns the key of a registry's link; null if there is no valid link. */
	public static function key( WP_Post $registry ): ?string {
		return self::link( $registry )->value();
	}

	private static function link( WP_Post $registry, ?Record $record = null ): RenewableKey {
		$record ??= Records::read( self::KIND, $registry->ID );
		return new RenewableKey(
			self::PURPOSE,
			LinkKey::registry_identifier( $registry->ID ),
			$record->data[0] ?? '',
			KeyedHash::of( ... )
		);
	}
}
