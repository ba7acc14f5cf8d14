<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

/**
 * Prevents other sites from showing a page in a frame. They could lay the frame over their own page, and trick visitors
 * into pressing its buttons.
 */
final class FrameHeaders {

	private static bool $is_sent = false;

	/** Sends the headers, once for each response. Adds to a policy that the site already sends. */
	public static function forbid(): void {
		if ( self::$is_sent ) {
			return;
		}
		self::$is_sent = true;
		header( 'X-Frame-Options: SAMEORIGIN' );
		header( "Content-Security-Policy: frame-ancestors 'self'", false );
	}
}
