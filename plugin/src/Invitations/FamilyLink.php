<?php
declare( strict_types=1 );

namespace Largesse\Invitations;

use Largesse\Http\KeyedHash;
use Largesse\Http\RenewableKey;
use Largesse\Registry\ProcessLock;
use WP_Error;
use WP_Post;

/**
 * Link that opens a registry to anyone who has the link (rules: Invitations).
 */
final class FamilyLink {

	/** Meta key of the link. RenewableKey creates the value. */
	public const META = '_largesse_family_link';

	/** State of a registry without a link. */
	public const NONE = 'none';

	/** State of a registry whose link works. */
	public const GOOD = 'good';

	/** State of a registry whose link stopped working when the site's salts changed. */
	public const DEAD = 'dead';

	/** Purpose of the key in a family link. */
	private const PURPOSE = 'largesse-family';

	/** Creates a link, and revokes the previous link. */
	public static function create( WP_Post $registry ): void {
		update_post_meta( $registry->ID, self::META, RenewableKey::create( self::PURPOSE, LinkKey::registry_identifier( $registry ), KeyedHash::of( ... ) ) );
	}

	/**
	 * Replaces the link that the caller knows, or creates a link if no link works. Keeps a newer link, because someone
	 * may have shared the newer link already.
	 *
	 * @param string $known Address of the link to replace; empty if the caller knows none.
	 * @return bool|WP_Error Whether the link was replaced.
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

	/** Returns the state of a registry's link. */
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

	/** Checks whether a key belongs to a registry's link. The check takes equally long if there is no link. */
	public static function is_valid_key( WP_Post $registry, string $key ): bool {
		return self::stored( $registry )->matches( $key );
	}

	/** Returns the key of a registry's link; null if there is no valid link. */
	public static function key( WP_Post $registry ): ?string {
		return self::stored( $registry )->value();
	}

	private static function stored( WP_Post $registry ): RenewableKey {
		return new RenewableKey( self::PURPOSE, LinkKey::registry_identifier( $registry ), (string) get_post_meta( $registry->ID, self::META, true ), KeyedHash::of( ... ) );
	}
}
