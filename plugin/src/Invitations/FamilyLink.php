<?php
declare( strict_types=1 );

namespace Largesse\Invitations;

use Largesse\Http\KeyedHash;
use Largesse\Registry\Lock;
use WP_Error;
use WP_Post;

/**
 * Knows the link that opens a registry for whoever has it (rules: Invitations). The registry keeps a random number, and
 * the key is computed from it and the salts of the site: a copy of the database alone opens nothing.
 */
final class FamilyLink {

	/** Name of the meta that holds the random number, a hyphen, and what tells whether the key is still what it was. */
	public const META = '_largesse_family_link';

	/** States: there is no link, it opens the registry, or it opened it until the salts of the site became others. */
	public const NONE = 'none';
	public const GOOD = 'good';
	public const DEAD = 'dead';

	/** Bytes of the random number. */
	private const BYTES = 16;

	/** Makes a link; one that was there opens nothing any more. */
	public static function make( WP_Post $registry ): void {
		$nonce = bin2hex( random_bytes( self::BYTES ) );
		update_post_meta( $registry->ID, self::META, $nonce . '-' . self::mark( $registry, $nonce ) );
	}

	/**
	 * Makes a link in place of the one that the caller knows, and tells whether it did. Where another one works in the
	 * meantime it stays: somebody may have passed it on already.
	 *
	 * @param string $known Address of the link that is to end; empty if the caller knows of none.
	 * @return bool|WP_Error
	 */
	public static function replace( WP_Post $registry, string $known ): bool|WP_Error {
		return Lock::hold(
			"family_link_{$registry->ID}",
			static function () use ( $registry, $known ): bool {
				wp_cache_delete( $registry->ID, 'post_meta' );
				$url = self::url( $registry );
				if ( '' !== $url && $url !== $known ) {
					return false;
				}
				self::make( $registry );
				return true;
			}
		);
	}

	/** Makes the link open nothing any more. */
	public static function revoke( WP_Post $registry ): void {
		delete_post_meta( $registry->ID, self::META );
	}

	/** Returns the state of the link of a registry. */
	public static function state( WP_Post $registry ): string {
		if ( null !== self::key( $registry ) ) {
			return self::GOOD;
		}
		return '' === (string) get_post_meta( $registry->ID, self::META, true ) ? self::NONE : self::DEAD;
	}

	/** Returns the address that opens a registry; an empty text if there is none. */
	public static function url( WP_Post $registry ): string {
		$key = self::key( $registry );
		return null === $key ? '' : SentKey::address( $registry, $key );
	}

	/** Checks whether a key is the one of a registry's link. It takes as long where there is none. */
	public static function fits( WP_Post $registry, string $key ): bool {
		$real = self::key( $registry );
		return hash_equals( $real ?? KeyedHash::of( 'largesse-family|none' ), $key ) && null !== $real;
	}

	/** Returns the key of a registry's link; null if there is none that works. */
	public static function key( WP_Post $registry ): ?string {
		list( $nonce, $mark ) = explode( '-', (string) get_post_meta( $registry->ID, self::META, true ) ) + array( '', '' );
		return '' !== $nonce && hash_equals( self::mark( $registry, $nonce ), $mark ) ? KeyedHash::of( 'largesse-family|' . SentKey::place( $registry ) . "|{$nonce}" ) : null;
	}

	/** Returns what changes with the salts of the site, as the key does. From it nobody learns the key. */
	private static function mark( WP_Post $registry, string $nonce ): string {
		return KeyedHash::of( 'largesse-family-mark|' . SentKey::place( $registry ) . "|{$nonce}" );
	}
}
