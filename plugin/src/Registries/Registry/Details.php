<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\FeatureFields;
use Largesse\Foundation\Records\Records;
use WP_Error;
use WP_Post;

/**
 * Creates and deletes registries, and changes their fields that are not lists. The post contains title, story and
 * status. The meta contains occasion, date and the fields of features. All fields share one version, and are written
 * only if the caller has read the current version. All values are in their stored form; '' means no value.
 */
final class Details {

	/** Meta keys of the fields that every site has. Features declare more keys (see FeatureFields). */
	private const META = array( RegistryMeta::EVENT_TYPE, RegistryMeta::EVENT_DATE );

	/** Returns the version: a hash of all fields. It does not change when items or invitees change. */
	public function version_of( WP_Post $registry ): string {
		$fields = array( $registry->post_title, $registry->post_status, $registry->post_content );
		foreach ( self::meta_keys() as $key ) {
			$fields[] = (string) get_post_meta( $registry->ID, $key, true );
		}
		// The hash includes the lengths. Otherwise, the fields "ab" and "c" would have the same hash as "a" and "bc".
		return hash( 'sha256', implode( ',', array_map( 'strlen', $fields ) ) . ';' . implode( '', $fields ) );
	}

	/**
	 * Creates a registry, which is private and belongs to the current user unless the fields contain other values.
	 *
	 * @param array<string, string>       $fields Values by post field or meta key.
	 * @param array<string, list<string>> $people Entries of the registry's lists, by meta key.
	 * @return int|WP_Error Id of the registry.
	 */
	public function create( array $fields, array $people = array() ): int|WP_Error {
		$post = self::of_post( $fields ) + array(
			'post_type'   => RegistryPostType::NAME,
			'post_status' => 'private',
			'post_author' => get_current_user_id(),
		);
		$id   = wp_insert_post( wp_slash( $post ), true );
		$done = is_wp_error( $id ) ? $id : self::write_meta( $id, $fields );
		foreach ( is_wp_error( $done ) ? array() : array_filter( $people ) as $key => $entries ) {
			$json = (string) wp_json_encode( $entries, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES );
			$done = update_post_meta( $id, $key, wp_slash( $json ) ) ? $done : new WP_Error( 'largesse_meta_not_stored' );
		}
		if ( ! is_wp_error( $done ) ) {
			return $id;
		}
		if ( is_int( $id ) ) {
			wp_delete_post( $id, true );
		}
		return $done;
	}

	/**
	 * Changes the given fields if the registry still has the version that the caller has read. Other fields and the
	 * address stay unchanged.
	 *
	 * @param array<string, string> $fields Values by post field or meta key.
	 * @return true|WP_Error|null Null if there is no such registry.
	 */
	public function update( int $registry_id, array $fields, string $version ): bool|WP_Error|null {
		return Records::locked(
			"registry_{$registry_id}",
			function () use ( $registry_id, $fields, $version ): bool|WP_Error|null {
				// Another process may have changed the registry before this process got the lock.
				wp_cache_delete( $registry_id, 'posts' );
				wp_cache_delete( $registry_id, 'post_meta' );
				$registry = get_post( $registry_id );
				if ( ! $registry instanceof WP_Post || ! RegistryPostType::is( $registry ) ) {
					return null;
				}
				return $this->version_of( $registry ) === $version ? self::write( $registry, $fields ) : Changes::outdated();
			}
		);
	}

	/** Marks a registry as past, or removes the mark. */
	public function set_past( int $registry_id, bool $is_past ): void {
		if ( $is_past ) {
			update_post_meta( $registry_id, RegistryMeta::PAST, '1' );
		} else {
			delete_post_meta( $registry_id, RegistryMeta::PAST );
		}
	}

	/** Deletes a registry permanently. Its items are retired at the end of the request (see DeletedRegistries). */
	public function delete( int $registry_id ): bool {
		return (bool) wp_delete_post( $registry_id, true );
	}

	/** @return true|WP_Error */
	private static function write( WP_Post $registry, array $fields ): bool|WP_Error {
		$post = self::of_post( $fields );
		// Store the meta first, so that hooks find all data when WordPress saves the post.
		$is_changed = self::write_meta( $registry->ID, $fields );
		if ( is_wp_error( $is_changed ) ) {
			return $is_changed;
		}
		// Do not save an unchanged post, because WordPress would update its modification date.
		if ( ! $is_changed && ! array_diff_assoc( $post, $registry->to_array() ) ) {
			return true;
		}
		if ( 'publish' === ( $post['post_status'] ?? '' ) && strtotime( "{$registry->post_date_gmt} GMT" ) > time() ) {
			// With a date in the future, WordPress would publish the post only on that day.
			$post['post_date']     = current_time( 'mysql' );
			$post['post_date_gmt'] = current_time( 'mysql', true );
		}
		$id = self::write_post( $registry, $post );
		return is_wp_error( $id ) ? $id : true;
	}

	/**
	 * Stores fields of the post, and preserves its other texts. WordPress would filter all texts again. For example, if
	 * a member saved only the title, WordPress would remove HTML from a story that an administrator has written.
	 */
	private static function write_post( WP_Post $registry, array $post ): int|WP_Error {
		$texts = array(
			'post_title'   => $registry->post_title,
			'post_content' => $registry->post_content,
			'post_excerpt' => $registry->post_excerpt,
		);
		$kept  = wp_slash( array_diff_key( $texts, $post ) );
		$keep  = static function ( array $data, array $sent ) use ( &$keep, $kept, $registry ): array {
			if ( (int) ( $sent['ID'] ?? 0 ) !== $registry->ID ) {
				return $data;
			}
			// Remove the filter after the first write, because hooks may write the post again.
			remove_filter( 'wp_insert_post_data', $keep, 0 );
			return $kept + $data;
		};
		add_filter( 'wp_insert_post_data', $keep, 0, 2 );
		$id = wp_update_post( wp_slash( array( 'ID' => $registry->ID ) + $post ), true );
		remove_filter( 'wp_insert_post_data', $keep, 0 );
		return $id;
	}

	/** Stores fields in meta; returns whether one has changed. @param array<string, string> $fields All fields. */
	private static function write_meta( int $registry_id, array $fields ): bool|WP_Error {
		$is_changed = false;
		foreach ( array_intersect_key( $fields, array_flip( self::meta_keys() ) ) as $key => $value ) {
			if ( (string) get_post_meta( $registry_id, $key, true ) === $value ) {
				continue;
			}
			$is_changed = '' === $value
				? delete_post_meta( $registry_id, $key )
				: (bool) update_post_meta( $registry_id, $key, wp_slash( $value ) );
			if ( ! $is_changed ) {
				return new WP_Error( 'largesse_meta_not_stored' );
			}
		}
		return $is_changed;
	}

	/** @return array<string, string> Fields of the post. */
	private static function of_post( array $fields ): array {
		return array_diff_key( $fields, array_flip( self::meta_keys() ) );
	}

	/** @return list<string> Meta keys of all fields. */
	private static function meta_keys(): array {
		return array( ...self::META, ...FeatureFields::all_meta_keys() );
	}
}
