<?php
declare( strict_types=1 );

namespace Largesse;

/**
 * Changes options that several requests may change at the same time. Each change is one SQL statement, which fails if
 * another request was faster. WordPress's functions cannot do this: add_option() replaces an option that another request
 * has just added, and then both requests seem to succeed. The options are in no cache, not even in an external object
 * cache. So they must be read with `read()`.
 */
final class OptionRow {

	/** Error number of MySQL and MariaDB after a deadlock (ER_LOCK_DEADLOCK). */
	private const DEADLOCK = 1213;

	/**
	 * Adds an option, unless it exists.
	 *
	 * @param string $value    Text to store.
	 * @param bool   $autoload Whether WordPress loads the option with each page.
	 * @return bool Whether this request added the option.
	 */
	public static function add( string $name, string $value, bool $autoload = false ): bool {
		global $wpdb;
		$was_silent = $wpdb->suppress_errors();
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- See above.
		$added = $wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO {$wpdb->options} ( option_name, option_value, autoload ) VALUES ( %s, %s, %s )", $name, $value, $autoload ? 'yes' : 'no' ) );
		$wpdb->suppress_errors( $was_silent );
		// If several requests wait while another request deletes the row, MariaDB lets one of them add the new row. The
		// others get a deadlock, which here only means that the option exists. SQLite has no deadlocks, and WordPress's
		// connection to SQLite has no `errno`.
		if ( false === $added && self::DEADLOCK !== ( $wpdb->dbh->errno ?? 0 ) ) {
			$wpdb->print_error();
		}
		// WordPress caches the names of missing options. Remove this option from the cached names.
		$missing = wp_cache_get( 'notoptions', 'options' );
		if ( is_array( $missing ) && isset( $missing[ $name ] ) ) {
			unset( $missing[ $name ] );
			wp_cache_set( 'notoptions', $missing, 'options' );
		}
		return (bool) $added;
	}

	/** Returns the value of an option; null if the option does not exist. */
	public static function read( string $name ): ?string {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- See above.
		return $wpdb->get_var( $wpdb->prepare( "SELECT option_value FROM {$wpdb->options} WHERE option_name = %s", $name ) );
	}

	/** Replaces a value if it has not changed since it was read; returns whether it was replaced. */
	public static function replace( string $name, string $from, string $to ): bool {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- See above.
		return (bool) $wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->options} SET option_value = %s WHERE option_name = %s AND option_value = %s", $to, $name, $from ) );
	}

	/** Deletes an option. */
	public static function delete( string $name ): void {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- See above.
		$wpdb->query( $wpdb->prepare( "DELETE FROM {$wpdb->options} WHERE option_name = %s", $name ) );
	}

	/** Deletes an option if it still has this value. */
	public static function delete_if( string $name, string $value ): void {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- See above.
		$wpdb->query( $wpdb->prepare( "DELETE FROM {$wpdb->options} WHERE option_name = %s AND option_value = %s", $name, $value ) );
	}
}
