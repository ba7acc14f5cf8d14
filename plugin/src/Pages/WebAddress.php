<?php
/**
 * Addresses that people typed.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Pages;

/**
 * Tells which of the texts that people typed as addresses lead into the web.
 */
final class WebAddress {

	/**
	 * The address with its scheme, or an empty text where it is none of http or https. Still to be escaped on output.
	 *
	 * @param string $typed What was typed.
	 */
	public static function of( string $typed ): string {
		$address = trim( $typed );
		if ( '' === $address || preg_match( '/[\x00-\x1f\x7f]/', $address ) ) {
			return '';
		}
		$parts = wp_parse_url( $address );
		return is_array( $parts ) && in_array( strtolower( $parts['scheme'] ?? '' ), array( 'http', 'https' ), true ) && '' !== ( $parts['host'] ?? '' ) ? $address : '';
	}

	/**
	 * The address of an item's shop, which may have been typed without its scheme, as in "shop.example/pan".
	 *
	 * @param string $typed What was typed.
	 */
	public static function of_shop( string $typed ): string {
		$address = trim( $typed );
		if ( str_starts_with( $address, '//' ) ) {
			return self::of( "https:{$address}" );
		}
		// Letters before a colon are a scheme, as for the service; a port comes after a dot.
		return self::of( preg_match( '/^[a-z]+:/i', $address ) ? $address : "https://{$address}" );
	}
}
