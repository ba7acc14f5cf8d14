<?php
declare( strict_types=1 );

namespace Largesse\Together\Sizes;

use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use Largesse\Registries\Registry\Roles;
use WP_Error;
use WP_Post;

/** Sizes and notes of a user, or of a registry for a child without an account (rules: Sizes and notes). */
final class StoredSizes {

	/** Kind of the records. The data is the list of fields, each with `label` and `value`. */
	public const KIND = 'sizes';

	/**
	 * @param int $user 0 for the sizes of a registry.
	 * @param int $registry 0 for the sizes of a user.
	 */
	private function __construct(
		private readonly int $user,
		private readonly int $registry
	) {}

	/** Returns the sizes of a user. */
	public static function of_user( int $id ): self {
		return new self( $id, 0 );
	}

	/** Returns the sizes of a registry. */
	public static function of_registry( int $id ): self {
		return new self( 0, $id );
	}

	/** Checks whether a registry has its own sizes instead of the sizes of its owners. */
	public static function belong_to_registry( WP_Post $registry ): bool {
		return Roles::of( $registry )->is_for_child() || array() !== self::of_registry( $registry->ID )->fields();
	}

	/** @return list<array{label: string, value: string}> Fields in order. */
	public function fields(): array {
		return Records::read( self::KIND, $this->key() )->data;
	}

	/** Returns the version; 0 if nothing is stored. */
	public function version(): int {
		return Records::read( self::KIND, $this->key() )->version;
	}

	/**
	 * Stores fields, which must be valid.
	 *
	 * @param list<array{label: string, value: string}> $fields  Valid fields.
	 * @param int|null                                  $version Version that the caller has read; null to replace any.
	 * @return Record|WP_Error An error if the version is outdated, or if other processes change the sizes too often.
	 */
	public function save( array $fields, ?int $version = null ): Record|WP_Error {
		return Records::change(
			self::KIND,
			$this->key(),
			fn ( Record $now ): Record|WP_Error|null => match ( true ) {
				// The member has sent the form again.
				$fields === $now->data                            => $now,
				null !== $version
					&& $version !== $now->version => new WP_Error(
						'largesse_conflict',
						__( 'These sizes and notes were changed on another page since you opened this one, so nothing was saved yet. The form below contains what you typed. Add what you need from the saved ones, and save again.', 'largesse' ),
						array( 'status' => 409 )
					),
				array() === $fields                               => null,
				default                                           => $now->with(
					data: $fields,
					user: $this->user,
					registry: $this->registry
				),
			}
		);
	}

	private function key(): string {
		return $this->user > 0 ? "user {$this->user}" : "registry {$this->registry}";
	}
}
