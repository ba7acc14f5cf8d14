<?php
declare( strict_types=1 );

namespace Largesse\Http;

/**
 * Disables caching of a response for one visitor.
 */
final class NoCacheHeaders {

	/** Whether the headers were sent. */
	private static bool $is_sent = false;

	/** Excludes the response from caches and search engines, and hides its address from linked sites. */
	public static function send_headers(): void {
		self::$is_sent = true;
		nocache_headers();
		// As in newer versions of WordPress; older ones let proxies cache responses to logged-out visitors.
		header( 'Cache-Control: no-cache, must-revalidate, max-age=0, no-store, private' );
		header( 'X-Robots-Tag: noindex, nofollow' );
		header( 'Referrer-Policy: no-referrer' );
		// WordPress informs browsers and proxies; caching plugins check this constant.
		if ( ! defined( 'DONOTCACHEPAGE' ) ) {
			define( 'DONOTCACHEPAGE', true ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- The plugins chose the name.
		}
	}

	/** Returns true if this response is for one visitor and excluded from search engines. */
	public static function is_sent(): bool {
		return self::$is_sent;
	}
}
