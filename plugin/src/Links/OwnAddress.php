<?php
declare( strict_types=1 );

namespace Largesse\Links;

/** Recognizes addresses on this site. Anyone can forge the address in a request, so other addresses are refused. */
final class OwnAddress {

	/** @param string $home Address of the home page, with scheme, host and path. */
	public function __construct( private readonly string $home ) {}

	/** Returns an address or a path on this site with scheme and host; '' for any other value, and for the login page. */
	public function absolute( mixed $address ): string {
		if ( ! is_string( $address ) || '' === $address || preg_match( '/[\x00-\x20\x7f\\\\<>"]|%0[0ad]/i', $address ) || str_starts_with( $address, '//' ) ) {
			return '';
		}
		$home = (array) parse_url( $this->home );
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
