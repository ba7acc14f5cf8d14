<?php
declare( strict_types=1 );

namespace Largesse\Html;

/**
 * Tells how the page was asked for.
 */
final class Request {

	/** Tells whether a form was sent. */
	public static function is_post(): bool {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- It is only compared.
		return 'POST' === ( $_SERVER['REQUEST_METHOD'] ?? '' );
	}

	/**
	 * Tells whether a page of this site sent the request, as far as browsers say. Older ones name the site by its address,
	 * or "null" where the page keeps its address to itself.
	 */
	public static function is_from_this_site(): bool {
		// phpcs:disable WordPress.Security.ValidatedSanitizedInput -- They are only compared.
		$where = $_SERVER['HTTP_SEC_FETCH_SITE'] ?? null;
		if ( null !== $where ) {
			return in_array( $where, array( 'same-origin', 'same-site', 'none' ), true );
		}
		$origin = $_SERVER['HTTP_ORIGIN'] ?? 'null';
		$host   = wp_parse_url( (string) $origin, PHP_URL_HOST );
		// phpcs:enable
		return 'null' === $origin || wp_parse_url( home_url(), PHP_URL_HOST ) === $host;
	}
}
