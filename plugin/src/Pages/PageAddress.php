<?php
/**
 * The address of the page that is shown.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Pages;

/**
 * Tells where a visitor is, so that signing in leads back there.
 */
final class PageAddress {

	/**
	 * Address of the page as it was asked for, on this site whatever the request says. Still to be escaped on output.
	 */
	public static function asked_for(): string {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- WordPress checks addresses that it leads to; the whole is sanitized below.
		$path = (string) wp_unslash( $_SERVER['REQUEST_URI'] ?? '/' );
		$home = (array) wp_parse_url( home_url() );
		$host = ( $home['scheme'] ?? 'http' ) . '://' . ( $home['host'] ?? '' ) . ( isset( $home['port'] ) ? ":{$home['port']}" : '' );
		return sanitize_url( $host . '/' . ltrim( $path, '/' ) );
	}
}
