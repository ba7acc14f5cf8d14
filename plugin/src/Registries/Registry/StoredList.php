<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Records\Records;
use WP_Error;

/**
 * Stores a list of a registry as JSON in one row of the post meta. Writes the list only if no other process has written
 * it in the meantime. WordPress's own functions would overwrite the changes of other processes. A digest is the SHA-256
 * (hex) of the JSON as it was read.
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
	 * @param callable(list<mixed>): (list<mixed>|WP_Error) $change Creates the new list, or returns an error; may run
	 *         again.
	 * @return array{0: list<mixed>, 1: bool}|WP_Error The current list, and whether it was written. The error of the
	 *         function, or Records::BUSY if there is no such registry, or if all attempts failed.
	 */
	public function change( callable $change ): array|WP_Error {
		for ( $attempt = 0; $attempt < self::ATTEMPTS; $attempt++ ) {
			$row = $this->row();
			if ( null === $row ) {
				break;
			}
			$list    = json_decode( (string) $row->meta_value );
			$stored  = is_array( $list ) ? $list : array();
			$changed = $change( $stored );
			if ( is_wp_error( $changed ) || $changed === $stored ) {
				return is_wp_error( $changed ) ? $changed : array( $changed, false );
			}
			$is_written = $this->write(
				$row,
				(string) wp_json_encode( $changed, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES )
			);
			if ( false !== $is_written ) {
				return is_wp_error( $is_written ) ? $is_written : array( $changed, true );
			}
		}
		return Records::busy();
	}

	/** Checks whether the list is still the same as when it was read. */
	public function is( string $digest ): bool {
		return $this->has_digest( $this->row(), $digest );
	}

	/** Replaces the list if it still has the digest. */
	public function replace( string $digest, string $json ): bool {
		$row = $this->row();
		return $this->has_digest( $row, $digest ) && true === $this->write( $row, $json );
	}

	/** Checks whether a row still contains the JSON that was read. A missing row contains the default value. */
	private function has_digest( ?object $row, string $digest ): bool {
		return null !== $row
			&& hash_equals( hash( 'sha256', $row->meta_value ?? RegistryMeta::DEFAULTS[ $this->key ] ), $digest );
	}

	/**
	 * Reads the list from the database, without a cache.
	 *
	 * @return object{meta_id: string|null, meta_value: string|null}|null Null values if there is no list; null if there is
	 *         no such registry.
	 */
	private function row(): ?object {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- A cache may contain data that someone else is just replacing.
		$row = $wpdb->get_row(
			$wpdb->prepare(
				"SELECT m.meta_id, m.meta_value FROM {$wpdb->posts} p LEFT JOIN {$wpdb->postmeta} m ON m.post_id = p.ID AND m.meta_key = %s WHERE p.ID = %d AND p.post_type = %s ORDER BY m.meta_id LIMIT 1",
				$this->key,
				$this->registry_id,
				RegistryPostType::NAME
			)
		);
		// A slow reader may have cached a value from before a write, and a persistent cache would keep it forever. Callers
		// would then always read the old list, and their conditional writes would never succeed.
		$cached = wp_cache_get( $this->registry_id, 'post_meta' );
		if ( is_array( $cached ) && ( $cached[ $this->key ][0] ?? null ) !== $row?->meta_value ) {
			wp_cache_delete( $this->registry_id, 'post_meta' );
		}
		return $row;
	}

	/** @return bool|WP_Error False if the list has changed since its row was read. An error if adding it took too long. */
	private function write( object $row, string $json ): bool|WP_Error {
		global $wpdb;
		if ( null === $row->meta_id ) {
			// Without a lock, two processes could each add a row.
			return Records::locked(
				"list_{$this->registry_id}_{$this->key}",
				function () use ( $json ): bool {
					$now = $this->row();
					return null !== $now
						&& null === $now->meta_id
						&& false !== add_post_meta( $this->registry_id, $this->key, wp_slash( $json ), true );
				}
			);
		}
		if ( $json === $row->meta_value ) {
			return true;
		}
		/** This action is documented in wp-includes/meta.php */
		do_action( 'update_post_meta', (int) $row->meta_id, $this->registry_id, $this->key, $json ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- WordPress's own action, which reports of changes need.
		// update_post_meta() would not check an empty old value. The query compares hexadecimal digits, because most
		// databases treat the texts "ada" and "ADA" as equal.
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- See above.
		if ( ! $wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->postmeta} SET meta_value = %s WHERE meta_id = %d AND HEX(meta_value) = %s", $json, $row->meta_id, strtoupper( bin2hex( $row->meta_value ) ) ) ) ) {
			return false;
		}
		wp_cache_delete( $this->registry_id, 'post_meta' );
		/** This action is documented in wp-includes/meta.php */
		do_action( 'updated_post_meta', (int) $row->meta_id, $this->registry_id, $this->key, $json ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- WordPress's own action, which caches need.
		return true;
	}
}
