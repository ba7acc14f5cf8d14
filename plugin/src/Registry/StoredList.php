<?php
declare( strict_types=1 );

namespace Largesse\Registry;

/**
 * Stores a list that a registry keeps as JSON in one row of its meta, but only over what was read: where somebody else
 * has written in the meantime, nothing is. WordPress alone lets the last one win, and adds two rows where two people write
 * the first one.
 */
final class StoredList {

	/** How often a change is tried; each failure means that somebody else got through. */
	private const ATTEMPTS = 50;

	/**
	 * @param string $key Meta key.
	 */
	public function __construct(
		private readonly int $registry_id,
		private readonly string $key
	) {}

	/**
	 * Changes the list, again whenever somebody else changed it in the meantime.
	 *
	 * @param callable(list<mixed>): list<mixed> $change Makes the new list from the stored one; may be called several times.
	 * @return array{0: list<mixed>, 1: bool}|null The list as it is now, and whether it had to be written; null where
	 *                                             there is no such registry, or everybody else was faster.
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
	 * Returns whether the list is the one that somebody has read.
	 *
	 * @param string $digest SHA-256, hex, of the JSON that was read.
	 */
	public function is( string $digest ): bool {
		$rows = $this->rows();
		return null !== $rows && $this->was_read( $rows, $digest );
	}

	/**
	 * Puts a list in the place of the one that somebody has read, as long as it is that one.
	 *
	 * @param string $digest SHA-256, hex, of the JSON that was read.
	 * @return bool Whether it stands there now; else nothing of it does, or it has become one with somebody else's.
	 */
	public function replace( string $digest, string $json ): bool {
		$rows = $this->rows();
		if ( null === $rows || ( count( $rows ) < 2 && ! $this->was_read( $rows, $digest ) ) ) {
			return false;
		}
		if ( count( $rows ) < 2 && $this->write( $rows, $json ) ) {
			return true;
		}
		// Readers see the first of two rows alone; made one, all of it can be read.
		$this->change( static fn ( array $stored ) => $stored );
		return false;
	}

	/**
	 * Returns whether rows hold the JSON that somebody has read.
	 *
	 * @param array<int, string> $rows   The rows.
	 * @param string             $digest SHA-256, hex, of that JSON.
	 */
	private function was_read( array $rows, string $digest ): bool {
		$stored = $rows ? (string) reset( $rows ) : RegistryMeta::DEFAULTS[ $this->key ];
		return hash_equals( hash( 'sha256', $stored ), $digest );
	}

	/**
	 * Reads the stored rows by id, past all caches: usually one. Null where there is no such registry.
	 *
	 * @return array<int, string>|null
	 */
	private function rows(): ?array {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- What a cache holds may be what somebody is just replacing.
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
		$this->forget_outdated( array_values( $rows ) );
		return $rows;
	}

	/**
	 * Makes the next reader read the database where the cache holds something else: a reader who was slower than a
	 * writer may have put it there, for good where caches last. Whoever compares with what they read would never get
	 * through.
	 *
	 * @param list<string> $values What the database holds.
	 */
	private function forget_outdated( array $values ): void {
		$cached = wp_cache_get( $this->registry_id, 'post_meta' );
		if ( is_array( $cached ) && ( $cached[ $this->key ] ?? array() ) !== $values ) {
			wp_cache_delete( $this->registry_id, 'post_meta' );
		}
	}

	/**
	 * Returns the entries of all rows, each once.
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
	 * Puts JSON in the place of the rows, as long as they are still what was read.
	 *
	 * @param array<int, string> $rows The rows.
	 * @return bool Whether it stands there now, in one row.
	 */
	private function write( array $rows, string $json ): bool {
		global $wpdb;
		if ( ! $rows ) {
			add_post_meta( $this->registry_id, $this->key, wp_slash( $json ), true );
			// Somebody may have added one at the same moment: then there are two, to be made one.
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

	/**
	 * Updates a row on the condition that it is unchanged. Not by update_post_meta: it writes without any condition
	 * where the old value is empty.
	 */
	private function update( int $meta_id, string $from, string $to ): bool {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- See above.
		if ( ! $wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->postmeta} SET meta_value = %s WHERE meta_id = %d AND HEX(meta_value) = %s", $to, $meta_id, self::hex( $from ) ) ) ) {
			return false;
		}
		wp_cache_delete( $this->registry_id, 'post_meta' );
		/** This action is documented in wp-includes/meta.php */
		do_action( 'updated_post_meta', $meta_id, $this->registry_id, $this->key, $to ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- WordPress's own: caches listen to it.
		return true;
	}

	/**
	 * Returns a value as the database's HEX() writes it. Values are compared so, for to most databases "ada" and "ADA"
	 * are the same text.
	 */
	private static function hex( string $value ): string {
		return strtoupper( bin2hex( $value ) );
	}
}
