<?php
declare( strict_types=1 );

namespace Largesse\Sizes;

use Largesse\Registry\ProcessLock;
use Largesse\Registry\Roles;
use WP_Error;
use WP_Post;

/**
 * Sizes and notes of a user, or of a registry for a child without an account (rules: Sizes and notes). A version number
 * ensures that one tab cannot overwrite the changes of another tab.
 */
final class StoredSizes {

	/**
	 * Key of the user meta and of the post meta. The value contains a `version` (from 1) and `fields`, each with
	 * `label` and `value`.
	 */
	public const META = '_largesse_sizes';

	/** Code of the error for an outdated version. */
	public const CONFLICT = 'largesse_conflict';

	/**
	 * @param string $type `user` or `post`.
	 * @param int    $id   Id of the user or registry.
	 */
	private function __construct(
		private readonly string $type,
		private readonly int $id
	) {}

	/** Returns the sizes of a user. */
	public static function of_user( int $id ): self {
		return new self( 'user', $id );
	}

	/** Returns the sizes of a registry. */
	public static function of_registry( int $id ): self {
		return new self( 'post', $id );
	}

	/** Checks whether a registry has its own sizes instead of the sizes of its owners. */
	public static function belong_to_registry( WP_Post $registry ): bool {
		return Roles::of( $registry )->is_for_child() || array() !== self::of_registry( $registry->ID )->fields();
	}

	/**
	 * Returns the fields in order.
	 *
	 * @return list<array{label: string, value: string}>
	 */
	public function fields(): array {
		return SizeEntries::of( $this->stored()['fields'] ?? null )->rows;
	}

	/** Returns the version; 0 if nothing was ever stored. */
	public function version(): int {
		return (int) ( $this->stored()['version'] ?? 0 );
	}

	/**
	 * Stores fields, which must be valid.
	 *
	 * @param list<array{label: string, value: string}> $fields  The fields.
	 * @param int                                       $version Version that the caller has read.
	 * @return true|WP_Error An error if the version is outdated, or if another process holds the lock for too long.
	 */
	public function save( array $fields, int $version ): bool|WP_Error {
		return ProcessLock::run(
			"sizes_{$this->type}_{$this->id}",
			function () use ( $fields, $version ): bool|WP_Error {
				// Another process may have stored other sizes since this request began.
				wp_cache_delete( $this->id, "{$this->type}_meta" );
				if ( $this->fields() === $fields ) {
					// The fields are already stored, for instance because the member has sent the form again.
					return true;
				}
				if ( $this->version() !== $version ) {
					return new WP_Error( self::CONFLICT, '', array( 'status' => 409 ) );
				}
				$this->write( $fields );
				return true;
			}
		);
	}

	/**
	 * Stores fields without comparing versions.
	 *
	 * @param list<array{label: string, value: string}> $fields The fields.
	 */
	public function write( array $fields ): void {
		$value = array(
			'version' => $this->version() + 1,
			'fields'  => $fields,
		);
		update_metadata( $this->type, $this->id, self::META, wp_slash( $value ) );
	}

	/** Deletes the sizes and their version. Returns true if there was anything to delete. */
	public function delete(): bool {
		return delete_metadata( $this->type, $this->id, self::META );
	}

	/** @return array<string, mixed> */
	private function stored(): array {
		$stored = get_metadata( $this->type, $this->id, self::META, true );
		return is_array( $stored ) ? $stored : array();
	}
}
