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

	/** Statuses in which a registry is there for nobody. */
	private const GONE = array( 'trash', 'auto-draft' );

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
		// As an array, or WordPress would look among attachments too.
		$registry = self::with_id( $asked ) ?? get_page_by_path( sanitize_title( $asked ), OBJECT, array( RegistryPostType::NAME ) );
		return $registry instanceof WP_Post ? $registry : null;
	}

	/**
	 * The registry whose id this is, or null. "007" and "7.0" are no ids; they may be slugs.
	 *
	 * @param string $asked What somebody wrote.
	 */
	public static function with_id( string $asked ): ?WP_Post {
		$id       = (int) $asked;
		$registry = $id > 0 && (string) $id === $asked ? get_post( $id ) : null;
		return $registry instanceof WP_Post && RegistryPostType::is( $registry ) ? $registry : null;
	}

	/**
	 * The registry that ?registry= names, where the visitor may read it; else null. It may have a password.
	 */
	public static function asked(): ?WP_Post {
		$registry = self::named_in_address();
		return $registry && self::may_read( $registry ) ? $registry : null;
	}

	/**
	 * The registry that ?registry= names, where it is in the trash and the visitor may take it out; else null.
	 */
	public static function asked_in_trash(): ?WP_Post {
		$registry = self::named_in_address();
		return $registry && 'trash' === $registry->post_status && current_user_can( 'delete_post', $registry->ID ) ? $registry : null;
	}

	/**
	 * The registry that ?registry= names, whoever may read it; null for none.
	 */
	private static function named_in_address(): ?WP_Post {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended, WordPress.Security.ValidatedSanitizedInput -- Reading a page needs no nonce; it is only compared.
		$asked = wp_unslash( $_GET[ RegistryPostType::NAME ] ?? '' );
		return is_string( $asked ) ? self::find( $asked ) : null;
	}

	/**
	 * Whether the visitor may read a registry. One that was thrown away, or begun in an editor and never saved, is
	 * there for nobody.
	 *
	 * @param WP_Post $registry The registry.
	 */
	public static function may_read( WP_Post $registry ): bool {
		return ! in_array( $registry->post_status, self::GONE, true )
			&& ( is_post_publicly_viewable( $registry ) || current_user_can( 'read_post', $registry->ID ) );
	}
}
