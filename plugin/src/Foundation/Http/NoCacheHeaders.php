<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

/** Disables caching of a response that is for only one visitor, and framing by other sites. */
final class NoCacheHeaders {

	private static bool $is_sent = false;

	/**
	 * Excludes the response from caches, search engines and frames of other sites. Browsers do not send its address to
	 * linked sites.
	 */
	public static function send_headers(): void {
		self::$is_sent = true;
		nocache_headers();
		// Send the header of newer WordPress versions. The header of older versions lets proxies cache responses to
		// logged-out visitors.
		header( 'Cache-Control: no-cache, must-revalidate, max-age=0, no-store, private' );
		header( 'X-Robots-Tag: noindex, nofollow' );
		header( 'Referrer-Policy: no-referrer' );
		FrameHeaders::forbid();
		self::forbid_plugin_caching();
	}

	/**
	 * Prevents caching plugins from storing this page. They check a constant, not the headers for browsers and proxies.
	 */
	public static function forbid_plugin_caching(): void {
		if ( ! defined( 'DONOTCACHEPAGE' ) ) {
			define( 'DONOTCACHEPAGE', true ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- The plugins chose the name.
		}
	}

	/** Returns true if `send_headers()` was called for this response. */
	public static function is_sent(): bool {
		return self::$is_sent;
	}
}
