<?php
declare( strict_types=1 );

namespace Largesse\Format;

/** Checks and completes web addresses. Callers must still escape the addresses. */
final class WebAddress {

	/** Returns a trimmed http or https address; an empty text for anything else. */
	public static function of( string $typed ): string {
		$address = trim( $typed );
		if ( '' === $address || preg_match( '/[\x00-\x1f\x7f]/', $address ) ) {
			return '';
		}
		// phpcs:ignore WordPress.WP.AlternativeFunctions.parse_url_parse_url -- wp_parse_url() differs only for addresses without a scheme.
		$parts = parse_url( $address );
		$is_http = is_array( $parts ) && in_array( strtolower( $parts['scheme'] ?? '' ), array( 'http', 'https' ), true );
		return $is_http && self::is_host( $parts['host'] ?? '' ) ? $address : '';
	}

	/** Checks whether browsers accept a host: they decode it first, and refuse spaces and some signs. */
	private static function is_host( string $host ): bool {
		return 1 === preg_match( '~^(?:\[[0-9a-f:.]+\]|[^\x00-\x20"#%/:<>?@\[\]\\\\^`{|}\x7F]+)$~iD', rawurldecode( $host ) );
	}

	/** Returns the address of an item's shop. The typed address may lack a scheme, as in "shop.example/pan". */
	public static function of_shop( string $typed ): string {
		$address = trim( $typed );
		if ( str_starts_with( $address, '//' ) ) {
			return self::of( "https:{$address}" );
		}
		// Like the service, treat letters before a colon as a scheme, as in "mailto:". In "shop.example:8080", the text
		// before the colon contains a dot, so it is not a scheme.
		return self::of( preg_match( '/^[a-z]+:/i', $address ) ? $address : "https://{$address}" );
	}

	/**
	 * Returns an address or a path on this site with scheme and host; '' for any other value, and for the login page.
	 * Anyone can forge the address in a request, so other addresses are refused.
	 *
	 * @param string $home Address of the home page, with scheme, host and path.
	 */
	public static function on_site( mixed $address, string $home ): string {
		if ( ! is_string( $address ) || '' === $address || preg_match( '/[\x00-\x20\x7f\\\\<>"]|%0[0ad]/i', $address ) || str_starts_with( $address, '//' ) ) {
			return '';
		}
		$home = (array) parse_url( $home );
		// PHP takes a colon in a path without a host for a port.
		$has_host = ! str_starts_with( $address, '/' );
		$parts    = parse_url( $has_host ? $address : "http://host{$address}" );
		if ( ! is_array( $parts ) || isset( $parts['user'] ) || isset( $parts['pass'] ) ) {
			return '';
		}
		$is_here = $has_host && isset( $parts['host'], $parts['scheme'] )
			? in_array( strtolower( $parts['scheme'] ), array( 'http', 'https' ), true ) && strtolower( $parts['host'] ) === strtolower( $home['host'] ?? '' ) && ( $parts['port'] ?? 0 ) === ( $home['port'] ?? 0 )
			: ! $has_host || ( ! isset( $parts['host'] ) && ! isset( $parts['scheme'] ) && ! isset( $parts['port'] ) );
		$path    = $parts['path'] ?? '/';
		if ( ! $is_here || ! str_starts_with( $path, $home['path'] ?? '/' ) || str_starts_with( $path, '//' ) || str_contains( $path, 'wp-login.php' ) ) {
			return '';
		}
		$port = isset( $home['port'] ) ? ":{$home['port']}" : '';
		return "{$home['scheme']}://{$home['host']}{$port}{$path}" . ( isset( $parts['query'] ) ? "?{$parts['query']}" : '' ) . ( isset( $parts['fragment'] ) ? "#{$parts['fragment']}" : '' );
	}
}
