<?php
declare( strict_types=1 );

namespace Largesse\Html;

/**
 * Turns what people typed, and the request that they sent, into web addresses, which are still to be escaped.
 */
final class WebAddress {

	/** Returns an address of http or https, trimmed; an empty text for anything else. */
	public static function of( string $typed ): string {
		$address = trim( $typed );
		if ( '' === $address || preg_match( '/[\x00-\x1f\x7f]/', $address ) ) {
			return '';
		}
		$parts = wp_parse_url( $address );
		return is_array( $parts ) && in_array( strtolower( $parts['scheme'] ?? '' ), array( 'http', 'https' ), true ) && '' !== ( $parts['host'] ?? '' ) ? $address : '';
	}

	/** Returns the address of an item's shop, which may have been typed without its scheme, as in "shop.example/pan". */
	public static function of_shop( string $typed ): string {
		$address = trim( $typed );
		if ( str_starts_with( $address, '//' ) ) {
			return self::of( "https:{$address}" );
		}
		// Letters before a colon are a scheme, as for the service; a port comes after a dot.
		return self::of( preg_match( '/^[a-z]+:/i', $address ) ? $address : "https://{$address}" );
	}

	/** Returns the address of this page as it was asked for, on this site whatever the request says, to lead back to it. */
	public static function of_this_page(): string {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- WordPress checks addresses that it leads to; the whole is sanitized below.
		$path = (string) wp_unslash( $_SERVER['REQUEST_URI'] ?? '/' );
		$home = (array) wp_parse_url( home_url() );
		$host = ( $home['scheme'] ?? 'http' ) . '://' . ( $home['host'] ?? '' ) . ( isset( $home['port'] ) ? ":{$home['port']}" : '' );
		return sanitize_url( $host . '/' . ltrim( $path, '/' ) );
	}
}
