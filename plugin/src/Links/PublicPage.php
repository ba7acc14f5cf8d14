<?php
declare( strict_types=1 );

namespace Largesse\Links;

use Largesse\Registry\RegistryPostType;
use WP_Post;

/**
 * Determines which pages of registries a gateway may have cached.
 */
final class PublicPage {

	/** Checks whether everybody may open a registry, without a password. */
	public static function is_public( WP_Post $registry ): bool {
		return RegistryPostType::is( $registry ) && 'publish' === $registry->post_status && '' === $registry->post_password;
	}

	/** Returns the address of a registry that everybody may open; an empty text of any other post. */
	public static function address( mixed $post ): string {
		return $post instanceof WP_Post && self::is_public( $post ) ? (string) get_permalink( $post ) : '';
	}
}
