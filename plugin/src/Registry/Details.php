<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use WP_Error;
use WP_Post;

/** Creates and deletes registries, and changes their own fields: title, story, date and settings. */
final class Details {

	/**
	 * Creates a registry of the current user.
	 *
	 * @param array<string, string>       $fields See StoredFields.
	 * @param array<string, list<string>> $people People on the registry's lists, by meta key.
	 * @return int|WP_Error Id of the registry.
	 */
	public function create( array $fields, array $people = array() ): int|WP_Error {
		return StoredFields::create( $fields, $people );
	}

	/**
	 * Changes fields of a registry if it still has the version that the caller has read.
	 *
	 * @param array<string, string> $fields  See StoredFields.
	 * @param string                $version The version that the caller has read.
	 * @return true|WP_Error|null Null if there is no such registry.
	 */
	public function update( int $registry_id, array $fields, string $version ): bool|WP_Error|null {
		$is_stored = StoredFields::update( $registry_id, $fields, $version );
		return false === $is_stored ? Changes::outdated() : $is_stored;
	}

	/**
	 * Returns the version of a registry's fields. The version changes whenever a field changes, but not when items or
	 * invitees change.
	 */
	public function version_of( WP_Post $registry ): string {
		return StoredFields::version_of( $registry );
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
}
