<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Service;

/** Identifies sites by their addresses, like `siteName` of the contract. */
final class SiteName {

	/**
	 * Returns what identifies a site in its address: the host without `www.`, a port other than those of http and https,
	 * and the folder. So http and https, `www.` and slashes at the end make no difference. Returns '' for no address.
	 */
	public static function of( string $address ): string {
		if ( 1 !== preg_match( '~^https?://(\[[^\]]*\]|[^/?#:@]+)(?::(\d*))?(/[^?#]*)?~iu', trim( $address ), $parts ) ) {
			return '';
		}
		$host = rtrim( mb_strtolower( $parts[1], 'UTF-8' ), '.' );
		$host = (string) preg_replace( '/^www\.(?=[^.]+\.)/', '', $host );
		$port = $parts[2] ?? '';
		$path = rtrim( (string) preg_replace( '~/{2,}~', '/', $parts[3] ?? '' ), '/' );
		return $host . ( in_array( $port, array( '', '80', '443' ), true ) ? '' : ":{$port}" ) . $path;
	}
}
