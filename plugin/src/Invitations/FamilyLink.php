<?php
declare( strict_types=1 );

namespace Largesse\Invitations;

use Largesse\Http\KeyedHash;
use Largesse\Registry\ProcessLock;
use WP_Error;
use WP_Post;

/**
 * Link that opens a registry to anyone who has it (rules: Invitations). The registry stores a random number, and the
 * key is computed from it and the site's salts: a copy of the database alone opens nothing.
 */
final class FamilyLink {

	/** Meta key of a text: the random number, a hyphen, and a mark that detects changed salts. */
	public const META = '_largesse_family_link';

	/** States: there is no link, it works, or it stopped working when the site's salts changed. */
	public const NONE = 'none';
	public const GOOD = 'good';
	public const DEAD = 'dead';

	/** Length of the random number in bytes. */
	private const BYTES = 16;

	/** Creates a link; revokes the previous one. */
	public static function create( WP_Post $registry ): void {
		$nonce = bin2hex( random_bytes( self::BYTES ) );
		update_post_meta( $registry->ID, self::META, $nonce . '-' . self::mark( $registry, $nonce ) );
	}

	/**
	 * Replaces the link that the caller knows; returns whether it did. If another link works in the meantime, it is kept,
	 * because someone may have shared it already.
	 *
	 * @param string $known Address of the link to replace; empty if the caller knows none.
	 * @return bool|WP_Error
	 */
	public static function replace( WP_Post $registry, string $known ): bool|WP_Error {
		return ProcessLock::run(
			"family_link_{$registry->ID}",
			static function () use ( $registry, $known ): bool {
				wp_cache_delete( $registry->ID, 'post_meta' );
				$url = self::url( $registry );
				if ( '' !== $url && $url !== $known ) {
					return false;
				}
				self::create( $registry );
				return true;
			}
		);
	}

	/** Revokes the link. */
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

	/** Returns the address of the link; an empty text if there is none. */
	public static function url( WP_Post $registry ): string {
		$key = self::key( $registry );
		return null === $key ? '' : LinkKey::address( $registry, $key );
	}

	/** Checks whether a key belongs to a registry's link. The check takes equally long without a link. */
	public static function is_valid_key( WP_Post $registry, string $key ): bool {
		$real = self::key( $registry );
		return hash_equals( $real ?? KeyedHash::of( 'largesse-family|none' ), $key ) && null !== $real;
	}

	/** Returns the key of a registry's link; null if there is no valid one. */
	public static function key( WP_Post $registry ): ?string {
		list( $nonce, $mark ) = explode( '-', (string) get_post_meta( $registry->ID, self::META, true ) ) + array( '', '' );
		return '' !== $nonce && hash_equals( self::mark( $registry, $nonce ), $mark ) ? KeyedHash::of( 'largesse-family|' . LinkKey::registry_identifier( $registry ) . "|{$nonce}" ) : null;
	}

	/** Returns a mark that changes with the site's salts. It does not reveal the key. */
	private static function mark( WP_Post $registry, string $nonce ): string {
		return KeyedHash::of( 'largesse-family-mark|' . LinkKey::registry_identifier( $registry ) . "|{$nonce}" );
	}
}
