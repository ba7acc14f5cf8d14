<?php
declare( strict_types=1 );

namespace Largesse\Http;

/**
 * Deletes the stored times of limits whose period is over.
 */
final class ExpiredLimits {

	/** Deletes the options. Their values begin with the time at which they expire. */
	public function delete(): void {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- These options are in no cache.
		$wpdb->query( $wpdb->prepare( "DELETE FROM {$wpdb->options} WHERE option_name LIKE %s AND option_value < %s", $wpdb->esc_like( RateLimit::PREFIX ) . '%', sprintf( '%010d', time() ) ) );
	}
}
