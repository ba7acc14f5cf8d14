<?php
declare( strict_types=1 );

namespace Largesse\Registry;

/**
 * Stores a list of a registry as JSON in one row of the post meta. Writes the list only if no other process has written
 * it in the meantime. WordPress's own functions would overwrite the changes of other processes. If two processes added
 * a new list at the same time, these functions would add two rows.
 */
final class StoredList {

	/** Maximum number of attempts. An attempt fails if another process has written the list. */
	private const ATTEMPTS = 50;

	public function __construct(
		private readonly int $registry_id,
		private readonly string $key
	) {}

	/**
	 * Changes the list; tries again if someone else has changed it in the meantime.
	 *
	 * @param callable(list<mixed>): list<mixed> $change Creates the new list from the stored list; may be called
	 *                                                   several times.
	 * @return array{0: list<mixed>, 1: bool}|null The current list, and whether it was written; null if there is no such
	 *                                             registry, or if all attempts failed.
	 */
	public function change( callable $change ): ?array {
		for ( $attempt = 0; $attempt < self::ATTEMPTS; $attempt++ ) {
			$rows = $this->rows();
			if ( null === $rows ) {
				return null;
			}
			$stored  = self::entries( $rows );
			$changed = $change( $stored );
			if ( $changed === $stored && count( $rows ) < 2 ) {
				return array( $changed, false );
			}
			if ( $this->write( $rows, (string) wp_json_encode( $changed, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES ) ) ) {
				return array( $changed, true );
			}
		}
		return null;
	}

	/**
	 * Checks whether the list is still the same as when it was read.
	 *
	 * @param string $digest SHA-256 (hex) of the JSON as it was read.
	 */
	public function is( string $digest ): bool {
		$rows = $this->rows();
		return null !== $rows && $this->is_unchanged( $rows, $digest );
	}

	/**
	 * Replaces the list if it has not changed since it was read.
	 *
	 * @param string $digest SHA-256 (hex) of the JSON as it was read.
	 * @return bool True if the list was replaced. If another process has added a second row, merges the rows and
	 *              returns false.
	 */
	public function replace( string $digest, string $json ): bool {
		$rows = $this->rows();
		if ( null === $rows || ( count( $rows ) < 2 && ! $this->is_unchanged( $rows, $digest ) ) ) {
			return false;
		}
		if ( count( $rows ) < 2 && $this->write( $rows, $json ) ) {
			return true;
		}
		// If there are two rows, merge them into one row, because readers see only the entries of the first row.
		$this->change( static fn ( array $stored ) => $stored );
		return false;
	}

	/**
	 * Checks whether the first row still equals the JSON that was read. Without rows, checks the default value.
	 *
	 * @param array<int, string> $rows   The rows.
	 * @param string             $digest SHA-256 (hex) of the JSON.
	 */
	private function is_unchanged( array $rows, string $digest ): bool {
		$stored = $rows ? (string) reset( $rows ) : RegistryMeta::DEFAULTS[ $this->key ];
		return hash_equals( hash( 'sha256', $stored ), $digest );
	}

	/**
	 * Reads the stored rows from the database, without a cache. Usually, there is one row. Returns the rows by id; null
	 * if there is no such registry.
	 *
	 * @return array<int, string>|null
	 */
	private function rows(): ?array {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- A cache may contain data that someone else is just replacing.
		$found = $wpdb->get_results(
			$wpdb->prepare(
				"SELECT m.meta_id, m.meta_value FROM {$wpdb->posts} p LEFT JOIN {$wpdb->postmeta} m ON m.post_id = p.ID AND m.meta_key = %s WHERE p.ID = %d AND p.post_type = %s ORDER BY m.meta_id",
				$this->key,
				$this->registry_id,
				RegistryPostType::NAME
			)
		);
		if ( ! $found ) {
			return null;
		}
		$rows = array();
		foreach ( $found as $row ) {
			if ( null !== $row->meta_id ) {
				$rows[ (int) $row->meta_id ] = (string) $row->meta_value;
			}
		}
		$this->clear_outdated_cache( array_values( $rows ) );
		return $rows;
	}

	/**
	 * Clears WordPress's cache of the meta if the cache is outdated. A slow reader may have cached values from before a
	 * write. A persistent cache would keep these values forever. Callers would then always read the old list, and their
	 * conditional writes would never succeed.
	 *
	 * @param list<string> $values Values in the database.
	 */
	private function clear_outdated_cache( array $values ): void {
		$cached = wp_cache_get( $this->registry_id, 'post_meta' );
		if ( is_array( $cached ) && ( $cached[ $this->key ] ?? array() ) !== $values ) {
			wp_cache_delete( $this->registry_id, 'post_meta' );
		}
	}

	/**
	 * Merges the entries of all rows, and removes duplicates.
	 *
	 * @param array<int, string> $rows The rows.
	 * @return list<mixed>
	 */
	private static function entries( array $rows ): array {
		$lists = array_map( 'json_decode', array_values( $rows ) );
		$first = is_array( $lists[0] ?? null ) ? $lists[0] : array();
		foreach ( array_merge( array(), ...array_filter( array_slice( $lists, 1 ), 'is_array' ) ) as $entry ) {
			if ( ! in_array( $entry, $first, true ) ) {
				$first[] = $entry;
			}
		}
		return $first;
	}

	/**
	 * Replaces the rows with one row of JSON if no row has changed since it was read.
	 *
	 * @param array<int, string> $rows The rows.
	 * @return bool Whether the JSON is stored now, in one row.
	 */
	private function write( array $rows, string $json ): bool {
		global $wpdb;
		if ( ! $rows ) {
			add_post_meta( $this->registry_id, $this->key, wp_slash( $json ), true );
			// If another process adds a row at the same moment, there are two rows, which are merged later.
			return array( $json ) === array_values( $this->rows() ?? array() );
		}
		$first = (int) array_key_first( $rows );
		if ( $json !== $rows[ $first ] && ! $this->update( $first, $rows[ $first ], $json ) ) {
			return false;
		}
		$is_one = true;
		foreach ( array_slice( $rows, 1, null, true ) as $id => $value ) {
			// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- WordPress cannot delete a row on the condition that it is unchanged.
			$deleted = $wpdb->query( $wpdb->prepare( "DELETE FROM {$wpdb->postmeta} WHERE meta_id = %d AND HEX(meta_value) = %s", $id, self::hex( $value ) ) );
			$is_one  = $deleted && $is_one;
		}
		wp_cache_delete( $this->registry_id, 'post_meta' );
		return $is_one;
	}

	/** Updates a row if its value is unchanged. update_post_meta() would not check an empty old value. */
	private function update( int $meta_id, string $from, string $to ): bool {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- See above.
		if ( ! $wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->postmeta} SET meta_value = %s WHERE meta_id = %d AND HEX(meta_value) = %s", $to, $meta_id, self::hex( $from ) ) ) ) {
			return false;
		}
		wp_cache_delete( $this->registry_id, 'post_meta' );
		/** This action is documented in wp-includes/meta.php */
		do_action( 'updated_post_meta', $meta_id, $this->registry_id, $this->key, $to ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- WordPress's own action, which caches need.
		return true;
	}

	/**
	 * Returns a value in the format of the database's HEX(). Queries compare these values, because most databases treat
	 * the texts "ada" and "ADA" as equal.
	 */
	private static function hex( string $value ): string {
		return strtoupper( bin2hex( $value ) );
	}
}
