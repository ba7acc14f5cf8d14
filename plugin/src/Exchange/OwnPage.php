<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

use WP_Post;

/**
 * Knows how a wish without a shop is stored: the API wants an address, so it has that of its registry. In files such a wish
 * has none, because the registry that it comes into has another one.
 */
final class OwnPage {

	/**
	 * Returns the address of a wish as files have it; '' for a wish without a shop.
	 *
	 * @param string $url The address as it is stored.
	 */
	public static function exported( string $url, WP_Post $registry ): string {
		return self::of( $registry ) === (string) preg_replace( '/#.*\z/s', '', $url ) ? '' : $url;
	}

	/**
	 * Returns the address of a wish as it is stored.
	 *
	 * @param string $url The address of the file; '' for a wish without a shop.
	 */
	public static function stored( string $url, WP_Post $registry ): string {
		return '' === $url ? self::of( $registry ) : $url;
	}

	/** Returns the address of a registry. */
	private static function of( WP_Post $registry ): string {
		return (string) get_permalink( $registry );
	}
}
