<?php
/**
 * One change after the other.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Rest;

use WP_Error;

/**
 * Lets one request at a time compare a version and then write: of two that come at the same moment, the second one
 * finds what the first one wrote. Neither WordPress nor the API writes on a condition. The mark of whose turn it is
 * is a row that only one can add; it is named like a transient, so that it goes when the plugin is deleted.
 */
final class Turn {

	/** Code of the error where somebody else is at it for too long. */
	public const BUSY = 'largesse_busy';

	/** Seconds after which a turn is over though nobody ended it: longer than it takes to read and to write, even where the service is slow. */
	private const SECONDS = 60;

	/** Seconds to wait for a turn. */
	private const PATIENCE = 3.0;

	/** Microseconds between two looks. */
	private const PAUSE = 50_000;

	/**
	 * Does something once nobody else is about it.
	 *
	 * @template T
	 * @param string        $what What it is about.
	 * @param callable(): T $work What is to be done.
	 * @return T|WP_Error
	 */
	public static function take( string $what, callable $work ): mixed {
		$name  = '_transient_largesse_turn_' . $what;
		$mark  = time() . ' ' . wp_generate_uuid4();
		$until = microtime( true ) + self::PATIENCE;
		while ( ! self::begin( $name, $mark ) ) {
			if ( microtime( true ) > $until ) {
				return new WP_Error( self::BUSY, __( 'Somebody else is changing this at the same moment, so nothing was saved. Please try again.', 'largesse' ), array( 'status' => 503 ) );
			}
			usleep( self::PAUSE );
		}
		try {
			return $work();
		} finally {
			self::end( $name, $mark );
		}
	}

	/**
	 * Whether the turn is ours now.
	 *
	 * @param string $name Name of the row.
	 * @param string $mark Ours.
	 */
	private static function begin( string $name, string $mark ): bool {
		global $wpdb;
		$was_silent = $wpdb->suppress_errors();
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- add_option() replaces a row that is there, and looks into a cache first.
		$added = $wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO {$wpdb->options} ( option_name, option_value, autoload ) VALUES ( %s, %s, 'no' )", $name, $mark ) );
		$wpdb->suppress_errors( $was_silent );
		if ( $added ) {
			return true;
		}
		// Of several who wait while a row is deleted, MariaDB lets one add the next, and calls that a deadlock to the others.
		if ( false === $added && ! str_contains( $wpdb->last_error, 'Deadlock' ) ) {
			$wpdb->print_error();
		}
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- See above.
		$other = (string) $wpdb->get_var( $wpdb->prepare( "SELECT option_value FROM {$wpdb->options} WHERE option_name = %s", $name ) );
		if ( '' !== $other && (int) $other < time() - self::SECONDS ) {
			self::end( $name, $other );
		}
		return false;
	}

	/**
	 * Ends a turn; not one that somebody else began since.
	 *
	 * @param string $name Name of the row.
	 * @param string $mark Whose turn it is.
	 */
	private static function end( string $name, string $mark ): void {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- See above.
		$wpdb->query( $wpdb->prepare( "DELETE FROM {$wpdb->options} WHERE option_name = %s AND option_value = %s", $name, $mark ) );
	}
}
