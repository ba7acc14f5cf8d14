<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Records;

use Closure;
use Generator;
use Largesse\Foundation\Service\FullDisk;
use Largesse\Foundation\Service\NoRoom;
use WP_Error;
use WP_Post;

/**
 * The store of most data that the plugin stores outside of registries, in one table. Each write is one statement
 * that changes nothing if another process was faster, so it needs no lock on MySQL, MariaDB and SQLite.
 */
final class Records {

	/** Name of the table without the prefix of the site. uninstall.php uses the name, too. */
	private const TABLE = 'largesse_records';

	/** Code of the error if other processes change a record too often. */
	public const BUSY = 'largesse_busy';

	/** Kind of the records of locks. The time of a record is the time when the lock expires. */
	public const LOCK = 'lock';

	/** Maximum numbers of attempts to change a record, and of microseconds between two attempts. */
	private const ATTEMPTS = 100;
	private const PAUSE    = 10_000;

	/** Number of records that `each()` reads at once. */
	private const PAGE = 100;

	/** Group of records in WordPress's cache. No other request sees them. */
	private const CACHE = self::TABLE;

	/** Error number of MySQL and MariaDB after a deadlock (ER_LOCK_DEADLOCK). */
	private const DEADLOCK = 1213;

	/** Seconds until a lock expires. Saving a post takes less time, even on a slow site. */
	private const LOCK_EXPIRY = 60;

	/** Seconds to wait for a lock, and microseconds between two attempts. */
	private const LOCK_TIMEOUT = 3.0;
	private const LOCK_PAUSE   = 50_000;

	/** Returns a record. If it is not stored, it has no data, and its version is 0. */
	public static function read( string $kind, string|int $key ): Record {
		$read = wp_cache_get( "{$kind} {$key}", self::CACHE );
		return $read instanceof Record ? $read : self::read_again( $kind, $key );
	}

	/**
	 * Changes a record. If another process changes it at the same time, runs the function again with the new data, so
	 * the function must have no effects outside of the record.
	 *
	 * @param Closure(Record): (Record|WP_Error|null) $change Gets the current record, which may not be stored yet.
	 *                                                        Returns the new one, null to delete it, or an error. If
	 *                                                        it returns the same record, nothing is stored.
	 * @return Record|WP_Error The record as it is now. The error of the function, or BUSY or that of
	 *                         NoRoom if nothing was changed.
	 */
	public static function change( string $kind, string|int $key, Closure $change ): Record|WP_Error {
		$full = NoRoom::count();
		for ( $attempt = 0; $attempt < self::ATTEMPTS; $attempt++ ) {
			$now  = self::read_again( $kind, $key );
			$next = $change( $now );
			if ( is_wp_error( $next ) ) {
				return $next;
			}
			if ( null === $next ? ! $now->is_stored() : get_object_vars( $next ) === get_object_vars( $now ) ) {
				return $now;
			}
			$stored = self::replace( $now, $next );
			if ( null !== $stored ) {
				return $stored;
			}
			if ( NoRoom::count() > $full ) {
				return NoRoom::error();
			}
			usleep( random_int( 0, self::PAUSE ) );
		}
		return self::busy();
	}

	/** Deletes a record. Returns the error BUSY if the record still exists. */
	public static function delete( string $kind, string|int $key ): ?WP_Error {
		$deleted = self::change( $kind, $key, static fn () => null );
		return is_wp_error( $deleted ) ? $deleted : null;
	}

	/**
	 * Runs a function while holding a lock, so that several processes do not run it at the same time. Callers read stored
	 * data, and then write data that depends on it. Without a lock, another process could write in between, because
	 * WordPress does not save posts conditionally. The lock is a record that only one process can add.
	 *
	 * @template T
	 * @param callable(): T $work Function to run while this process has the lock.
	 * @return T|WP_Error
	 */
	public static function locked( string $name, callable $work ): mixed {
		$until = microtime( true ) + self::LOCK_TIMEOUT;
		$full  = NoRoom::count();
		$lock  = self::acquire( $name );
		while ( null === $lock ) {
			if ( NoRoom::count() > $full ) {
				return NoRoom::error();
			}
			if ( microtime( true ) > $until ) {
				return self::busy();
			}
			usleep( self::LOCK_PAUSE );
			$lock = self::acquire( $name );
		}
		try {
			return $work();
		} finally {
			// Changes nothing if the lock has expired, and another process has it now.
			self::replace( $lock, null );
		}
	}

	private static function acquire( string $name ): ?Record {
		$now = self::read_again( self::LOCK, $name );
		return $now->time > time() ? null : self::replace( $now, $now->with( time: time() + self::LOCK_EXPIRY ) );
	}

	/** Returns the error if other processes change the same data for too long. */
	public static function busy(): WP_Error {
		return new WP_Error( self::BUSY, __( 'Somebody else is changing this at the same moment, so nothing was saved. Please try again.', 'largesse' ), array( 'status' => 503 ) );
	}

	/**
	 * Replaces a record as it was read, or deletes it (null), unless another process has changed it since.
	 *
	 * @return Record|null The record as it is stored now; null if another process was faster.
	 */
	public static function replace( Record $from, ?Record $to ): ?Record {
		global $wpdb;
		$version = $from->is_stored() ? $from->version + 1 : random_int( 1, 2 ** 31 );
		$values  = null === $to
			? array()
			: array(
				(string) wp_json_encode( $to->data, JSON_PRESERVE_ZERO_FRACTION ),
				$version,
				$to->time,
				$to->user,
				$to->registry,
			);
		$where   = array( $from->kind, $from->key, $from->version );
		wp_cache_delete( "{$from->kind} {$from->key}", self::CACHE );
		// phpcs:disable WordPress.DB.PreparedSQLPlaceholders.ReplacementsWrongNumber -- The arrays contain several values.
		$sql = match ( true ) {
			null === $to       => $wpdb->prepare( 'DELETE FROM %i WHERE kind = %s AND record_key = %s AND version = %d', self::table(), ...$where ),
			$from->is_stored() => $wpdb->prepare( 'UPDATE %i SET json = %s, version = %d, time = %d, user_id = %d, registry_id = %d WHERE kind = %s AND record_key = %s AND version = %d', self::table(), ...$values, ...$where ),
			// A new version is random. Otherwise, a process that has read a deleted record could change its successor.
			default            => $wpdb->prepare( 'INSERT IGNORE INTO %i ( json, version, time, user_id, registry_id, kind, record_key ) VALUES ( %s, %d, %d, %d, %d, %s, %s )', self::table(), ...$values, ...array_slice( $where, 0, 2 ) ),
		};
		// phpcs:enable WordPress.DB.PreparedSQLPlaceholders.ReplacementsWrongNumber
		if ( 1 !== self::run( $sql ) ) {
			return null;
		}
		$stored = null === $to
			? new Record( $from->kind, $from->key )
			: $to->with( version: $version, id: $from->is_stored() ? $from->id : (int) $wpdb->insert_id );
		return self::remember( $stored );
	}

	/**
	 * @param int|null $time If it is not null, only records with this time (seconds since 1970; 0 for none).
	 * @return list<Record> Records of a kind, oldest first; only of a user or registry if its id is not 0.
	 */
	public static function all( string $kind, int $user = 0, int $registry = 0, ?int $time = null ): array {
		global $wpdb;
		$columns = array_filter( array_combine( array( 'user_id', 'registry_id' ), array( $user, $registry ) ) );
		$where   = array_map(
			static fn ( string $column, int $id ): string => $wpdb->prepare( '%i = %d AND ', $column, $id ),
			array_keys( $columns ),
			$columns
		);
		$where[] = null === $time ? '' : $wpdb->prepare( 'time = %d AND ', $time );
		return self::select( implode( '', $where ) . $wpdb->prepare( 'kind = %s ORDER BY id', $kind ) );
	}

	/** @return list<Record> Records of a kind whose key begins with a text, oldest first. */
	public static function beginning( string $kind, string $prefix ): array {
		global $wpdb;
		return self::select(
			$wpdb->prepare( 'kind = %s AND record_key LIKE %s ORDER BY id', $kind, $wpdb->esc_like( $prefix ) . '%' )
		);
	}

	/** @return list<Record> Records whose JSON may contain a field with a value. Callers check the field again. */
	public static function containing( string $kind, string $field, string|int $value ): array {
		global $wpdb;
		$json = trim( (string) wp_json_encode( array( $field => $value ) ), '{}' );
		return self::select(
			$wpdb->prepare( 'kind = %s AND json LIKE %s ORDER BY id', $kind, '%' . $wpdb->esc_like( $json ) . '%' )
		);
	}

	/**
	 * @param int $until If it is not 0, only records with a time (seconds since 1970) until then.
	 * @return Generator<Record> Records after an id, read in pages with their registries, which are then forgotten.
	 */
	public static function each( string $kind, int $after = 0, int $until = 0 ): Generator {
		global $wpdb;
		$due = 0 === $until ? '' : $wpdb->prepare( 'time BETWEEN 1 AND %d AND ', $until );
		do {
			$records = self::select(
				$due . $wpdb->prepare( 'kind = %s AND id > %d ORDER BY id LIMIT %d', $kind, $after, self::PAGE )
			);
			_prime_post_caches( array_filter( array_column( $records, 'registry' ) ), false );
			foreach ( $records as $record ) {
				$after = $record->id;
				yield $record;
			}
			if ( self::PAGE === count( $records ) && wp_cache_supports( 'flush_runtime' ) ) {
				wp_cache_flush_runtime();
			}
		} while ( self::PAGE === count( $records ) );
	}

	/** @return list<Record> The first records with a time (seconds since 1970) until `$until`, the longest due first. */
	public static function due( string $kind, int $until, int $most ): array {
		global $wpdb;
		return self::select( $wpdb->prepare( 'kind = %s AND time BETWEEN 1 AND %d ORDER BY time, id LIMIT %d', $kind, $until, $most ) );
	}

	/** @return list<int> Registries of such records. Does not read the data, which may not fit into the memory. */
	public static function due_registries( string $kind, int $until, int $most = PHP_INT_MAX ): array {
		global $wpdb;
		$rows = self::run( $wpdb->prepare( 'SELECT registry_id FROM %i WHERE kind = %s AND time BETWEEN 1 AND %d ORDER BY time, id LIMIT %d', self::table(), $kind, $until, $most ) );
		return array_map( 'intval', array_column( (array) $rows, 'registry_id' ) );
	}

	/** Deletes all records of a kind. */
	public static function delete_all( string $kind ): void {
		global $wpdb;
		self::run( $wpdb->prepare( 'DELETE FROM %i WHERE kind = %s', self::table(), $kind ) );
	}

	/** Deletes the records of a kind that expired before a time, in seconds since 1970. */
	public static function delete_expired( string $kind, int $before ): void {
		global $wpdb;
		self::run(
			$wpdb->prepare( 'DELETE FROM %i WHERE kind = %s AND time BETWEEN 1 AND %d', self::table(), $kind, $before - 1 )
		);
	}

	/** Deletes the records of a registry that was deleted. */
	public static function delete_of_registry( WP_Post $registry ): void {
		self::delete_of( 'registry_id', $registry->ID );
	}

	/** Deletes the records of a user whose account is deleted, or leaves this site of a network. */
	public static function delete_of_user( mixed $user_id ): void {
		self::delete_of( 'user_id', (int) $user_id );
	}

	private static function delete_of( string $column, int $id ): void {
		global $wpdb;
		foreach ( $id > 0 ? self::select( $wpdb->prepare( '%i = %d', $column, $id ) ) : array() as $record ) {
			self::delete( $record->kind, $record->key );
		}
	}

	/** Reads a record from the database, because another process may have changed it since this request read it. */
	public static function read_again( string $kind, string|int $key ): Record {
		global $wpdb;
		$found = self::select(
			$wpdb->prepare( 'kind = %s AND record_key = %s', $kind, $key )
		)[0] ?? new Record( $kind, (string) $key );
		return self::remember( $found );
	}

	/** Stores a record in the cache of this request. */
	private static function remember( Record $record ): Record {
		wp_cache_add_non_persistent_groups( self::CACHE );
		wp_cache_set( "{$record->kind} {$record->key}", $record, self::CACHE );
		return $record;
	}

	/** @return list<Record> */
	private static function select( string $where ): array {
		global $wpdb;
		$rows = self::run( $wpdb->prepare( 'SELECT * FROM %i WHERE ', self::table() ) . $where );
		return array_map(
			static fn ( object $row ): Record => new Record(
				$row->kind,
				$row->record_key,
				(array) json_decode( $row->json, true ),
				(int) $row->version,
				(int) $row->time,
				(int) $row->user_id,
				(int) $row->registry_id,
				(int) $row->id
			),
			is_array( $rows ) ? array_values( $rows ) : array()
		);
	}

	/**
	 * Runs a query. If it fails, creates the table if it is missing, and runs the query again.
	 *
	 * @return int|bool|list<object>|null Rows of a query that reads, otherwise the number of changed rows.
	 */
	private static function run( string $sql ): int|bool|array|null {
		global $wpdb;
		$was_silent = $wpdb->suppress_errors();
		$is_read    = str_starts_with( $sql, 'SELECT ' );
		// phpcs:ignore WordPress.DB -- Own table, without an API of WordPress. The callers have prepared the query.
		$ask    = static fn () => $is_read ? $wpdb->get_results( $sql ) : $wpdb->query( $sql );
		$result = $ask();
		if ( self::has_failed() && ! FullDisk::is_in( $wpdb->last_error ) ) {
			self::create_table();
			$result = $ask();
		}
		$wpdb->suppress_errors( $was_silent );
		if ( self::has_failed() ) {
			$wpdb->print_error();
		}
		return $result;
	}

	/**
	 * Checks whether the last query failed. After a deadlock, another process has changed the record, so the query has
	 * only changed nothing. WordPress's connection to SQLite has no deadlocks and no `errno`.
	 */
	private static function has_failed(): bool {
		global $wpdb;
		return '' !== $wpdb->last_error && self::DEADLOCK !== ( $wpdb->dbh->errno ?? 0 );
	}

	/** Returns the name of the current site's table. Each site of a network has its own. */
	public static function table(): string {
		global $wpdb;
		return $wpdb->prefix . self::TABLE;
	}

	/**
	 * Creates the table if it does not exist. Runs when the plugin is activated, and after a query of the table has
	 * failed: on other sites of a network, and after an update without an activation.
	 */
	public static function create_table(): void {
		global $wpdb;
		$table = self::table();
		// phpcs:disable WordPress.DB -- The plugin's own table; dbDelta() would fail in the slower of two processes.
		$wpdb->query(
			"CREATE TABLE IF NOT EXISTS {$table} (
				id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
				kind varchar(32) NOT NULL,
				record_key varchar(64) NOT NULL,
				user_id bigint(20) unsigned NOT NULL DEFAULT 0,
				registry_id bigint(20) unsigned NOT NULL DEFAULT 0,
				json longtext NOT NULL,
				version bigint(20) unsigned NOT NULL,
				time bigint(20) unsigned NOT NULL DEFAULT 0,
				PRIMARY KEY (id),
				UNIQUE KEY kind_key (kind, record_key),
				KEY kind_time (kind, time),
				KEY registry_id (registry_id),
				KEY user_id (user_id)
			) {$wpdb->get_charset_collate()}"
		);
		// phpcs:enable WordPress.DB
	}

	/** Adds the table to the tables that WordPress drops when a site of a network is deleted. */
	public static function drop_with_site( mixed $tables, mixed $site_id ): mixed {
		global $wpdb;
		return is_array( $tables )
			? array( ...$tables, self::TABLE => $wpdb->get_blog_prefix( (int) $site_id ) . self::TABLE )
			: $tables;
	}
}
