<?php
declare( strict_types=1 );

namespace Largesse\Http;

/**
 * Keeps an answer to itself: it is for one visitor and one moment.
 */
final class UncachedAnswer {

	/** True once the headers were sent. */
	private static bool $is_sent = false;

	/** Keeps the answer out of caches and search engines, and its address from the sites to which it leads. */
	public static function send_headers(): void {
		self::$is_sent = true;
		nocache_headers();
		// As newer versions of WordPress say it; older ones let proxies keep what visitors get who are not signed in.
		header( 'Cache-Control: no-cache, must-revalidate, max-age=0, no-store, private' );
		header( 'X-Robots-Tag: noindex, nofollow' );
		header( 'Referrer-Policy: no-referrer' );
		// WordPress tells browsers and proxies; plugins that keep pages look for this constant.
		if ( ! defined( 'DONOTCACHEPAGE' ) ) {
			define( 'DONOTCACHEPAGE', true ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- The plugins chose the name.
		}
	}

	/** Returns true if this answer is for one visitor, and no search engine lists it. */
	public static function is_sent(): bool {
		return self::$is_sent;
	}
}
