<?php
declare( strict_types=1 );

namespace Largesse\Links;

use Largesse\Registry\Registries;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\Roles;
use WP_Post;

/** Finds the registry that a page or a block shows, if the visitor may read it. */
final class ShownRegistry {

	/** Returns the registry whose page this is, or which the parameter `registry` of a page names. */
	public static function from_request(): ?WP_Post {
		if ( is_singular( RegistryPostType::NAME ) ) {
			$registry = get_queried_object();
			return $registry instanceof WP_Post && Registries::may_read( $registry ) ? $registry : null;
		}
		return is_page() ? Registries::from_request() : null;
	}

	/** Returns the registry in the address of this request if the visitor may see its content; null otherwise. */
	public static function open_from_request(): ?WP_Post {
		$registry = self::from_request();
		return null !== $registry && self::is_open( $registry ) ? $registry : null;
	}

	/** Checks whether the address of this request may belong to a registry. */
	public static function may_be_requested(): bool {
		global $wp;
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Reading a page needs no nonce.
		$is_named = isset( $_GET[ RegistryPostType::NAME ] );
		$vars     = $wp->query_vars;
		return $is_named || isset( $vars[ RegistryPostType::NAME ] ) || RegistryPostType::NAME === ( $vars['post_type'] ?? '' );
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
			$registry = Registries::find( $named );
			return $registry && Registries::may_read( $registry ) ? $registry : null;
		}
		return ( is_page() ? Registries::from_request() : null ) ?? self::of_post( $post_id );
	}

	/** Returns a post if it is a registry that the visitor may read. The id may be 0. */
	public static function of_post( int $post_id ): ?WP_Post {
		$post = $post_id > 0 ? get_post( $post_id ) : null;
		return $post instanceof WP_Post && RegistryPostType::is( $post ) && Registries::may_read( $post ) ? $post : null;
	}

	/**
	 * Checks whether the visitor may see the content of a readable registry. A registry with a password is open to
	 * owners, administrators and invitees, and to visitors who have entered the password.
	 */
	public static function is_open( WP_Post $registry ): bool {
		return ! post_password_required( $registry ) || Roles::of( $registry )->is_insider();
	}
}
