<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Http\Request;
use WP_Post;

/** Finds registries by id or slug, and checks who may read them. */
final class Registries {

	/** Statuses of registries that no one may read, not even their authors. */
	private const GONE = array( 'trash', 'auto-draft' );

	/**
	 * Finds a registry by its id or slug; null for none. A number can also be a slug, because a registry may be called
	 * "2027". Ids are tried first.
	 */
	public static function find( int|string $id_or_slug ): ?WP_Post {
		$named = trim( (string) $id_or_slug );
		if ( '' === $named ) {
			return null;
		}
		// Pass the post type in an array. Otherwise WordPress would search attachments, too.
		$registry = self::with_id( $named ) ?? get_page_by_path( sanitize_title( $named ), OBJECT, array( RegistryPostType::NAME ) );
		return $registry instanceof WP_Post ? $registry : null;
	}

	/** Returns the registry with this id, or null. "007" and "7.0" are not ids; they may be slugs. */
	public static function with_id( int|string $named ): ?WP_Post {
		$id       = (int) $named;
		$registry = $id > 0 && (string) $id === (string) $named ? get_post( $id ) : null;
		return $registry instanceof WP_Post && RegistryPostType::is( $registry ) ? $registry : null;
	}

	/** Returns the registry that ?registry= names, if the visitor may read it. Does not check the registry's password. */
	public static function from_request(): ?WP_Post {
		$registry = self::named_in_address();
		return $registry && self::may_read( $registry ) ? $registry : null;
	}

	/** Returns the registry that ?registry= names, if it is in the trash and the visitor may restore it. */
	public static function trashed_from_request(): ?WP_Post {
		$registry = self::named_in_address();
		return $registry && 'trash' === $registry->post_status && current_user_can( 'delete_post', $registry->ID ) ? $registry : null;
	}

	/** Returns the registry that ?registry= names, even if the visitor may not read it. */
	public static function named_in_address(): ?WP_Post {
		return self::find( Request::parameter( RegistryPostType::NAME ) );
	}

	/** Checks whether the address has the parameter `registry`, even if no registry has this name. */
	public static function is_named(): bool {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended, WordPress.Security.ValidatedSanitizedInput -- Reading a page needs no nonce; the value is only compared.
		return '' !== ( $_GET[ RegistryPostType::NAME ] ?? '' );
	}

	/** Checks whether a registry is public and has no password. Only the pages of such registries may be in shared caches. */
	public static function is_public( WP_Post $registry ): bool {
		return RegistryPostType::is( $registry ) && 'publish' === $registry->post_status && '' === $registry->post_password;
	}

	/**
	 * Checks whether a person may read a registry. No one may read an unsaved draft, or a registry in the trash.
	 *
	 * @param int|null $user_id Account of the person; 0 for none. Null for the visitor, who may have a link.
	 */
	public static function may_read( WP_Post $registry, ?int $user_id = null ): bool {
		return ! in_array( $registry->post_status, self::GONE, true )
			&& ( is_post_publicly_viewable( $registry ) || ( 0 !== $user_id && user_can( $user_id ?? wp_get_current_user(), 'read_post', $registry->ID ) ) );
	}
}
