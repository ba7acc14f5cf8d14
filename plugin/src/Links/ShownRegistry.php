<?php
declare( strict_types=1 );

namespace Largesse\Links;

use Largesse\Registry\Registries;
use Largesse\Registry\RegistryPostType;
use WP_Post;

/**
 * Finds the registry that a page or a block shows, if the visitor may read it.
 */
final class ShownRegistry {

	/** Returns the registry at the address of this request: its own address, or ?registry= on a page. */
	public static function from_request(): ?WP_Post {
		if ( is_singular( RegistryPostType::NAME ) ) {
			$registry = get_queried_object();
			return $registry instanceof WP_Post && Registries::may_read( $registry ) ? $registry : null;
		}
		return is_page() ? Registries::from_request() : null;
	}

	/**
	 * Returns the registry that a block shows: from the block's settings, otherwise from the page's address, otherwise the
	 * post that contains the block. Null if there is none, or if the visitor may not read it.
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

	/**
	 * Returns a post if it is a registry that the visitor may read.
	 *
	 * @param int $post_id Id of the post; 0 for none.
	 */
	public static function of_post( int $post_id ): ?WP_Post {
		$post = $post_id > 0 ? get_post( $post_id ) : null;
		return $post instanceof WP_Post && RegistryPostType::is( $post ) && Registries::may_read( $post ) ? $post : null;
	}

	/**
	 * Checks whether the visitor may see the content of a readable registry: it has no password, they entered it, or they
	 * are owner, administrator or invitee.
	 */
	public static function is_open( WP_Post $registry ): bool {
		return ! post_password_required( $registry ) || Registries::is_insider( $registry );
	}
}
