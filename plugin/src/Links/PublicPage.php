<?php
declare( strict_types=1 );

namespace Largesse\Links;

use Largesse\Registry\RegistryPostType;
use WP_Post;

/**
 * Determines which registries have a public page. Only public pages may be in the cache of a gateway.
 */
final class PublicPage {

	/** Checks whether a registry is public and has no password. */
	public static function is_public( WP_Post $registry ): bool {
		return RegistryPostType::is( $registry ) && 'publish' === $registry->post_status && '' === $registry->post_password;
	}

	/** Returns the address of a public registry; an empty text for any other post. */
	public static function address( mixed $post ): string {
		return $post instanceof WP_Post && self::is_public( $post ) ? (string) get_permalink( $post ) : '';
	}
}
