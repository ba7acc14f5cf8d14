<?php
declare( strict_types=1 );

namespace Largesse\Http;

/**
 * Properties of the current request.
 */
final class Request {

	/** Checks whether the request submits a form. */
	public static function is_post(): bool {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- It is only compared.
		return 'POST' === ( $_SERVER['REQUEST_METHOD'] ?? '' );
	}

	/**
	 * Returns true if a page of this site sent the request. If the header Sec-Fetch-Site is missing, the origin
	 * decides. Some browsers never send this header, and no browser sends it to a site without https. A sandboxed frame
	 * of another site sends the origin "null". This origin does not count as this site.
	 */
	public static function is_from_this_site(): bool {
		// phpcs:disable WordPress.Security.ValidatedSanitizedInput -- They are only compared.
		$where = $_SERVER['HTTP_SEC_FETCH_SITE'] ?? null;
		if ( null !== $where ) {
			return in_array( $where, array( 'same-origin', 'same-site', 'none' ), true );
		}
		$origin = (string) ( $_SERVER['HTTP_ORIGIN'] ?? '' );
		// phpcs:enable
		return '' === $origin || wp_parse_url( home_url(), PHP_URL_HOST ) === wp_parse_url( $origin, PHP_URL_HOST );
	}

	/**
	 * Returns the address of this page, so that other pages can link back to it. The address is always on this site.
	 */
	public static function address(): string {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- The whole address is sanitized below, and WordPress checks targets of redirects.
		$path = (string) wp_unslash( $_SERVER['REQUEST_URI'] ?? '/' );
		$home = (array) wp_parse_url( home_url() );
		$host = ( $home['scheme'] ?? 'http' ) . '://' . ( $home['host'] ?? '' ) . ( isset( $home['port'] ) ? ":{$home['port']}" : '' );
		return sanitize_url( $host . '/' . ltrim( $path, '/' ) );
	}
}
