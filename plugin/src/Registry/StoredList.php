<?php
/**
 * A list in the meta of a registry.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Registry;

/**
 * Changes a list that a registry holds as JSON, while others may change it at the same moment: it is written only
 * over the list that the new one was made from. WordPress alone would let the last one win, and add two rows where
 * two people write the first one.
 */
final class StoredList {

	/** How often it is tried; each failure means that somebody else got through. */
	private const ATTEMPTS = 50;

	/**
	 * Changes a list.
	 *
	 * @param int                                $registry_id Id of the registry.
	 * @param string                             $key         Meta key.
	 * @param callable(list<mixed>): list<mixed> $change      Makes the new list from the stored one; may be called several times.
	 * @return array{0: list<mixed>, 1: bool}|null The list as it is now, and whether it had to be written; null where
	 *                                             there is no such registry, or everybody else was faster.
	 */
	public static function change( int $registry_id, string $key, callable $change ): ?array {
		for ( $attempt = 0; $attempt < self::ATTEMPTS; $attempt++ ) {
			$rows = self::rows( $registry_id, $key );
			if ( null === $rows ) {
				return null;
			}
			$stored = self::entries( $rows );
			$wanted = $change( $stored );
			if ( $wanted === $stored && count( $rows ) < 2 ) {
				return array( $wanted, false );
			}
			if ( self::write( $registry_id, $key, $rows, $wanted ) ) {
				return array( $wanted, true );
			}
		}
		return null;
	}

	/**
	 * Whether a list is the one that somebody has read.
	 *
	 * @param int    $registry_id Id of the registry.
	 * @param string $key         Meta key.
	 * @param string $digest      SHA-256, hex, of the value that was read.
	 */
	public static function has_digest( int $registry_id, string $key, string $digest ): bool {
		$rows = self::rows( $registry_id, $key );
		return null !== $rows && self::is_read( $rows, $key, $digest );
	}

	/**
	 * Puts a value in the place of the one that somebody has read, as long as it is that one.
	 *
	 * @param int    $registry_id Id of the registry.
	 * @param string $key         Meta key.
	 * @param string $digest      SHA-256, hex, of the value that was read.
	 * @param string $json        The new value.
	 * @return bool Whether it stands there now; else nothing of it does, or it has become one with somebody else's.
	 */
	public static function overwrite( int $registry_id, string $key, string $digest, string $json ): bool {
		$rows = self::rows( $registry_id, $key );
		if ( null === $rows ) {
			return false;
		}
		if ( count( $rows ) > 1 ) {
			// Readers see the first one alone; made one, it can be read.
			self::change( $registry_id, $key, static fn ( array $stored ) => $stored );
			return false;
		}
		if ( ! self::is_read( $rows, $key, $digest ) ) {
			return false;
		}
		if ( ! $rows ) {
			add_post_meta( $registry_id, $key, wp_slash( $json ), true );
			if ( array( $json ) === array_values( self::rows( $registry_id, $key ) ?? array() ) ) {
				return true;
			}
			// Somebody has added one at the same moment; then both lists become one.
			self::change( $registry_id, $key, static fn ( array $stored ) => $stored );
			return false;
		}
		$id = (int) array_key_first( $rows );
		return $rows[ $id ] === $json || self::replace( $registry_id, $key, $id, $rows[ $id ], $json );
	}

	/**
	 * Whether rows hold the value that somebody has read.
	 *
	 * @param array<int, string> $rows   The rows.
	 * @param string             $key    Meta key.
	 * @param string             $digest SHA-256, hex, of the value that was read.
	 */
	private static function is_read( array $rows, string $key, string $digest ): bool {
		$stored = $rows ? (string) reset( $rows ) : RegistryMeta::DEFAULTS[ $key ];
		return hash_equals( hash( 'sha256', $stored ), $digest );
	}

	/**
	 * The stored rows by id, past all caches: usually one. Null where there is no such registry.
	 *
	 * @param int    $registry_id Id of the registry.
	 * @param string $key         Meta key.
	 * @return array<int, string>|null
	 */
	private static function rows( int $registry_id, string $key ): ?array {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- What a cache holds may be what somebody is just replacing.
		$found = $wpdb->get_results(
			$wpdb->prepare(
				"SELECT m.meta_id, m.meta_value FROM {$wpdb->posts} p LEFT JOIN {$wpdb->postmeta} m ON m.post_id = p.ID AND m.meta_key = %s WHERE p.ID = %d AND p.post_type = %s ORDER BY m.meta_id",
				$key,
				$registry_id,
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
		self::forget_outdated( $registry_id, $key, array_values( $rows ) );
		return $rows;
	}

	/**
	 * Makes the next one read the database where the cache holds something else: a reader who was slower than a writer
	 * may have put it there, for good where caches last. Whoever compares with what they read would never get through.
	 *
	 * @param int          $registry_id Id of the registry.
	 * @param string       $key         Meta key.
	 * @param list<string> $values      What the database holds.
	 */
	private static function forget_outdated( int $registry_id, string $key, array $values ): void {
		$cached = wp_cache_get( $registry_id, 'post_meta' );
		if ( is_array( $cached ) && ( $cached[ $key ] ?? array() ) !== $values ) {
			wp_cache_delete( $registry_id, 'post_meta' );
		}
	}

	/**
	 * The entries of all rows, each once.
	 *
	 * @param array<int, string> $rows The rows.
	 * @return list<mixed>
	 */
	private static function entries( array $rows ): array {
		$lists  = array_map( static fn ( string $json ) => json_decode( $json, true ), array_values( $rows ) );
		$first  = is_array( $lists[0] ?? null ) ? array_values( $lists[0] ) : array();
		$others = array_merge( array(), ...array_map( 'array_values', array_filter( array_slice( $lists, 1 ), 'is_array' ) ) );
		foreach ( $others as $entry ) {
			if ( ! in_array( $entry, $first, true ) ) {
				$first[] = $entry;
			}
		}
		return $first;
	}

	/**
	 * Puts a list in the place of the rows, as long as they are still what was read.
	 *
	 * @param int                $registry_id Id of the registry.
	 * @param string             $key         Meta key.
	 * @param array<int, string> $rows        The rows.
	 * @param list<mixed>        $entries     The list.
	 * @return bool Whether it stands there now, in one row.
	 */
	private static function write( int $registry_id, string $key, array $rows, array $entries ): bool {
		global $wpdb;
		$json = (string) wp_json_encode( $entries, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES );
		if ( ! $rows ) {
			add_post_meta( $registry_id, $key, wp_slash( $json ), true );
			// Somebody may have added one at the same moment; then both lists become one.
			return array( $json ) === array_values( self::rows( $registry_id, $key ) ?? array() );
		}
		$first = (int) array_key_first( $rows );
		if ( $json !== $rows[ $first ] && ! self::replace( $registry_id, $key, $first, $rows[ $first ], $json ) ) {
			return false;
		}
		$is_whole = true;
		foreach ( array_slice( $rows, 1, null, true ) as $id => $value ) {
			// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- WordPress cannot delete a row on the condition that it is unchanged.
			$deleted  = $wpdb->query( $wpdb->prepare( "DELETE FROM {$wpdb->postmeta} WHERE meta_id = %d AND HEX(meta_value) = %s", $id, self::hex( $value ) ) );
			$is_whole = $deleted && $is_whole;
		}
		wp_cache_delete( $registry_id, 'post_meta' );
		return $is_whole;
	}

	/**
	 * A value as the database's HEX() writes it. Values are compared so, for to most databases "ada" and "ADA" are
	 * the same text.
	 *
	 * @param string $value The value.
	 */
	private static function hex( string $value ): string {
		return strtoupper( bin2hex( $value ) );
	}

	/**
	 * Replaces the value of a row on the condition that it is unchanged. Not by update_post_meta: it writes without
	 * any condition where the old value is empty.
	 *
	 * @param int    $registry_id Id of the registry.
	 * @param string $key         Meta key.
	 * @param int    $id          Id of the row.
	 * @param string $from        The old value.
	 * @param string $to          The new value.
	 */
	private static function replace( int $registry_id, string $key, int $id, string $from, string $to ): bool {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- See above.
		if ( ! $wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->postmeta} SET meta_value = %s WHERE meta_id = %d AND HEX(meta_value) = %s", $to, $id, self::hex( $from ) ) ) ) {
			return false;
		}
		wp_cache_delete( $registry_id, 'post_meta' );
		/** This action is documented in wp-includes/meta.php */
		do_action( 'updated_post_meta', $id, $registry_id, $key, $to ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- WordPress's own: caches listen to it.
		return true;
	}
}
