<?php
declare( strict_types=1 );

namespace Largesse\Invitations;

use Largesse\Registry\ProcessLock;
use WP_Error;
use WP_Post;

/**
 * Link that opens a registry to anyone who has it (rules: Invitations).
 */
final class FamilyLink {

	/** Meta key of the link, as RenewableKey stores it. */
	public const META = '_largesse_family_link';

	/** State: there is no link. */
	public const NONE = 'none';

	/** State: the link works. */
	public const GOOD = 'good';

	/** State: the link stopped working when the site's salts changed. */
	public const DEAD = 'dead';

	/** Purpose of the key. */
	private const PURPOSE = 'largesse-family';

	/** Creates a link; revokes the previous one. */
	public static function create( WP_Post $registry ): void {
		update_post_meta( $registry->ID, self::META, RenewableKey::create( self::PURPOSE, LinkKey::registry_identifier( $registry ) ) );
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

	/** Checks whether a key belongs to a registry's link. The check takes equally long if there is no link. */
	public static function is_valid_key( WP_Post $registry, string $key ): bool {
		return self::stored( $registry )->matches( $key );
	}

	/** Returns the key of a registry's link; null if there is no valid one. */
	public static function key( WP_Post $registry ): ?string {
		return self::stored( $registry )->value();
	}

	private static function stored( WP_Post $registry ): RenewableKey {
		return new RenewableKey( self::PURPOSE, LinkKey::registry_identifier( $registry ), (string) get_post_meta( $registry->ID, self::META, true ) );
	}
}
