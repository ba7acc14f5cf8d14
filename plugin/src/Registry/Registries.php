<?php
/**
 * Finding registries.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Registry;

use WP_Post;

/**
 * Finds the registry that somebody names by its id or its slug.
 */
final class Registries {

	/**
	 * A registry, or null. Digits are an id where a registry has it, else a slug: a registry may be called "2027".
	 *
	 * @param int|string $id_or_slug Id or slug.
	 */
	public static function find( int|string $id_or_slug ): ?WP_Post {
		$asked = trim( (string) $id_or_slug );
		if ( '' === $asked ) {
			return null;
		}
		if ( ctype_digit( $asked ) && strlen( $asked ) < 19 ) {
			$registry = get_post( (int) $asked );
			if ( $registry instanceof WP_Post && RegistryPostType::is( $registry ) ) {
				return $registry;
			}
		}
		$found = get_page_by_path( sanitize_title( $asked ), OBJECT, RegistryPostType::NAME );
		return $found instanceof WP_Post ? $found : null;
	}

	/**
	 * The registry that ?registry= names, where the visitor may read it; else null.
	 */
	public static function asked(): ?WP_Post {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Reading a page needs no nonce.
		$asked    = isset( $_GET[ RegistryPostType::NAME ] ) && is_string( $_GET[ RegistryPostType::NAME ] ) ? sanitize_text_field( wp_unslash( $_GET[ RegistryPostType::NAME ] ) ) : '';
		$registry = self::find( $asked );
		return $registry && ( is_post_publicly_viewable( $registry ) || current_user_can( 'read_post', $registry->ID ) ) ? $registry : null;
	}
}
