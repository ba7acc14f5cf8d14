<?php
declare( strict_types=1 );

namespace Largesse\Format;

/** Removes invalid UTF-8 from texts that browsers and programs send. */
final class Utf8 {

	/**
	 * Removes invalid bytes. `wp_check_invalid_utf8()` is no alternative: on Linux, its `iconv()` emits a warning and
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
