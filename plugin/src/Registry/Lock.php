<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use WP_Error;

/**
 * Lets one process at a time compare what is stored and write: WordPress saves a post in several steps, and on no
 * condition. The lock is a row that only one can add; it is named like a transient, so that it goes when the plugin is
 * deleted.
 */
final class Lock {

	/** Code of the error where somebody else holds the lock for too long. */
	public const BUSY = 'largesse_busy';

	/** Seconds after which a lock expires: longer than it takes to save a post on a slow site. */
	private const EXPIRY = 60;

	/** Seconds to wait for a lock. */
	private const TIMEOUT = 3.0;

	/** Microseconds between two attempts. */
	private const PAUSE = 50_000;

	/**
	 * Does something while nobody else holds the lock.
	 *
	 * @template T
	 * @param string        $name Name of the lock.
	 * @param callable(): T $work What is to be done.
	 * @return T|WP_Error
	 */
	public static function hold( string $name, callable $work ): mixed {
		$row   = "_transient_largesse_lock_{$name}";
		$owner = time() . ' ' . wp_generate_uuid4();
		$until = microtime( true ) + self::TIMEOUT;
		while ( ! self::acquire( $row, $owner ) ) {
			if ( microtime( true ) > $until ) {
				return new WP_Error( self::BUSY, __( 'Somebody else is changing this at the same moment, so nothing was saved. Please try again.', 'largesse' ), array( 'status' => 503 ) );
			}
			usleep( self::PAUSE );
		}
		try {
			return $work();
		} finally {
			self::release( $row, $owner );
		}
	}

	/**
	 * Adds the row, unless it is there; returns whether it is ours now.
	 *
	 * @param string $row   Name of the row.
	 * @param string $owner When it was made, a space, and who made it.
	 */
	private static function acquire( string $row, string $owner ): bool {
		global $wpdb;
		$was_silent = $wpdb->suppress_errors();
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- add_option() replaces a row that is there, and looks into a cache first.
		$added = $wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO {$wpdb->options} ( option_name, option_value, autoload ) VALUES ( %s, %s, 'no' )", $row, $owner ) );
		$wpdb->suppress_errors( $was_silent );
		if ( $added ) {
			return true;
		}
		// Of several who wait while a row is deleted, MariaDB lets one add the next, and calls that a deadlock to the others.
		if ( false === $added && ! str_contains( $wpdb->last_error, 'Deadlock' ) ) {
			$wpdb->print_error();
		}
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- See above.
		$other = (string) $wpdb->get_var( $wpdb->prepare( "SELECT option_value FROM {$wpdb->options} WHERE option_name = %s", $row ) );
		if ( '' !== $other && (int) $other < time() - self::EXPIRY ) {
			self::release( $row, $other );
		}
		return false;
	}

	/**
	 * Deletes the row, unless it is somebody else's by now.
	 *
	 * @param string $row   Name of the row.
	 * @param string $owner Whose it is.
	 */
	private static function release( string $row, string $owner ): void {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- See above.
		$wpdb->query( $wpdb->prepare( "DELETE FROM {$wpdb->options} WHERE option_name = %s AND option_value = %s", $row, $owner ) );
	}
}
