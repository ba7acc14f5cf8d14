<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Format\StoredText;
use Largesse\Foundation\Http\Request;
use WP_Post;

/** Finds registries by id, by slug, or in the address of a page; checks who may read them, and returns their titles. */
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
		$registry = self::with_id( $named ) ?? get_page_by_path(
			sanitize_title( $named ),
			OBJECT,
			array( RegistryPostType::NAME )
		);
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
		return self::if_readable( self::named_in_address() );
	}

	/** Returns the registry that ?registry= names, if it is in the trash and the visitor may restore it. */
	public static function trashed_from_request(): ?WP_Post {
		$registry = self::named_in_address();
		return $registry && 'trash' === $registry->post_status && current_user_can( 'delete_post', $registry->ID )
			? $registry
			: null;
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

	/**
	 * Checks whether a registry is public and has no password. Only the pages of such registries may be in shared caches.
	 */
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

				&& (
					is_post_publicly_viewable( $registry )
					|| ( 0 !== $user_id && user_can( $user_id ?? wp_get_current_user(), 'read_post', $registry->ID ) )
				);
	}

	/** Returns the registry whose page this is, or which the parameter `registry` of a page names. */
	public static function shown(): ?WP_Post {
		if ( is_singular( RegistryPostType::NAME ) ) {
			$post = get_queried_object();
			return self::if_readable( $post instanceof WP_Post ? $post : null );
		}
		return is_page() ? self::from_request() : null;
	}

	/** Checks whether the address of this request may belong to a registry. */
	public static function may_be_requested(): bool {
		global $wp;
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Reading a page needs no nonce.
		$is_named = isset( $_GET[ RegistryPostType::NAME ] );
		$vars     = $wp->query_vars;
		return $is_named
			|| isset( $vars[ RegistryPostType::NAME ] )
			|| RegistryPostType::NAME === ( $vars['post_type'] ?? '' );
	}

	/**
	 * Returns the registry that a block shows; null if there is none, or if the visitor may not read the registry. The
	 * block's settings come first, then the page's address, then the post that contains the block.
	 *
	 * @param string $named   Id or slug in the block's settings; may be empty.
	 * @param int    $post_id Id of the post that contains the block; 0 for none.
	 */
	public static function of_block( string $named, int $post_id ): ?WP_Post {
		if ( '' !== trim( $named ) ) {
			return self::if_readable( self::find( $named ) );
		}
		return ( is_page() ? self::from_request() : null ) ?? self::readable( $post_id );
	}

	/** Returns the registry with this id if the visitor may read it; null otherwise, also for 0 (see `with_id()`). */
	public static function readable( int|string $named ): ?WP_Post {
		return self::if_readable( self::with_id( $named ) );
	}

	private static function if_readable( ?WP_Post $registry ): ?WP_Post {
		return null !== $registry && self::may_read( $registry ) ? $registry : null;
	}

	/**
	 * Checks whether the visitor may see the content of a readable registry. A registry with a password is open to
	 * owners, administrators and invitees, and to visitors who have entered the password.
	 */
	public static function is_open( WP_Post $registry ): bool {
		return ! post_password_required( $registry ) || Roles::of( $registry )->is_insider();
	}

	/** Returns the title of a registry as plain text. Callers must escape it. */
	public static function title( WP_Post $registry ): string {
		return StoredText::of_title( $registry->post_title );
	}

	/** Returns the title of a registry as plain text, or "Untitled" if the title is empty. */
	public static function title_or_untitled( WP_Post $registry ): string {
		$title = self::title( $registry );
		return '' === trim( $title ) ? __( 'Untitled', 'largesse' ) : $title;
	}
}
