<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use WP_Post;

/** Adapts the address and title of a registry's page. */
final class RegistryPages {

	/** Removes the prefixes "Private: " and "Protected: " from the title of a registry. */
	public static function title_format( mixed $format, mixed $post = null ): mixed {
		return RegistryPostType::is( $post ) ? '%s' : $format;
	}

	/**
	 * Accepts a registry's id in ?registry=, in addition to its slug. In permalinks, a number is always a slug. If the
	 * address also names a page, hides the parameter from WordPress's query. The page then reads the parameter itself.
	 */
	public static function accept_id( array $vars ): array {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Reading a page needs no nonce.
		$asked = isset( $_GET[ RegistryPostType::NAME ] ) ? $vars[ RegistryPostType::NAME ] ?? '' : '';
		if ( '' !== $asked && ( isset( $vars['pagename'] ) || isset( $vars['page_id'] ) ) ) {
			unset( $vars['post_type'], $vars['name'], $vars[ RegistryPostType::NAME ] );
			return $vars;
		}
		if ( is_array( $vars[ RegistryPostType::NAME ] ?? '' ) || '0' === ( $vars[ RegistryPostType::NAME ] ?? '' ) ) {
			// WordPress would use the array from "?registry[]=" as a name, and PHP would stop with a fatal error. For the
			// name "0", WordPress would show the start page.
			unset( $vars['post_type'], $vars['name'], $vars[ RegistryPostType::NAME ] );
			return array( 'error' => '404' ) + $vars;
		}
		$registry = Registries::with_id( (string) $asked );
		if ( $registry ) {
			$vars['p'] = $registry->ID;
			unset( $vars['name'], $vars[ RegistryPostType::NAME ] );
		}
		return $vars;
	}

	/**
	 * Keeps visitors on the front page if the address also names a registry. Otherwise WordPress would redirect to "/"
	 * and keep ?registry=. This parameter would then cause a second redirect, to the registry.
	 */
	public static function stay_on_front_page( mixed $url ): mixed {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Reading a page needs no nonce.
		return isset( $_GET[ RegistryPostType::NAME ] ) && is_page() && is_front_page() ? false : $url;
	}

	/**
	 * Hides the new address of a registry from visitors who may not read the registry. Otherwise, WordPress would
	 * redirect the old address to the new address, which contains the new name of a private registry.
	 */
	public static function hide_moved( mixed $id ): mixed {
		$post = $id ? get_post( (int) $id ) : null;
		if ( ! $post instanceof WP_Post || ! RegistryPostType::is( $post ) || is_post_publicly_viewable( $post ) ) {
			return $id;
		}
		return current_user_can( 'read_post', $post->ID ) ? $id : 0;
	}
}
