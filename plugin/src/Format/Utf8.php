<?php
declare( strict_types=1 );

namespace Largesse\Format;

/** Text that browsers and programs send, which may hold bytes that are no UTF-8. */
final class Utf8 {

	/**
	 * Returns text without its invalid bytes. `wp_check_invalid_utf8()` leaves that to `iconv()`, which on Linux warns and
	 * returns false.
	 */
	public static function clean( string $text ): string {
		$former = mb_substitute_character();
		mb_substitute_character( 'none' );
		$clean = mb_scrub( $text, 'UTF-8' );
		mb_substitute_character( $former );
		return $clean;
	}
}
