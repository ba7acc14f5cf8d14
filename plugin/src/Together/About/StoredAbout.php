<?php
declare( strict_types=1 );

namespace Largesse\Together\About;

use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use Largesse\Registries\Registry\Roles;
use WP_Error;
use WP_Post;

/** Text about a user, or about the child of a registry (rules: Good to know). */
final class StoredAbout {

	/** Kind of the records. The data contains the text. */
	public const KIND = 'about';
	private const TEXT = 'text';

	/** Kind of the records of earlier versions: a list of sizes, each with `label` and `value`. */
	private const SIZES = 'sizes';

	/**
	 * @param int $user 0 for the text of a registry.
	 * @param int $registry 0 for the text of a user.
	 */
	private function __construct(
		private readonly int $user,
		private readonly int $registry
	) {}

	/** Returns the text of a user. */
	public static function of_user( int $id ): self {
		return new self( $id, 0 );
	}

	/** Returns the text of a registry. */
	public static function of_registry( int $id ): self {
		return new self( 0, $id );
	}

	/** Checks whether a registry has its own text instead of the texts of its owners. */
	public static function belongs_to_registry( WP_Post $registry ): bool {
		return Roles::of( $registry )->is_for_child() || '' !== self::of_registry( $registry->ID )->text();
	}

	/** Returns the text of a record. */
	public static function text_in( Record $record ): string {
		return (string) ( $record->data[ self::TEXT ] ?? '' );
	}

	/** Returns the text, whose lines end with "\n". */
	public function text(): string {
		return self::text_in( Records::read( self::KIND, $this->key() ) );
	}

	/** Returns the version; 0 if nothing is stored. */
	public function version(): int {
		return Records::read( self::KIND, $this->key() )->version;
	}

	/**
	 * Stores a clean text, which must not be too long.
	 *
	 * @param int|null $version Version that the caller has read; null to replace any.
	 * @return Record|WP_Error An error if the version is outdated, or if other processes change the text too often.
	 */
	public function save( string $text, ?int $version = null ): Record|WP_Error {
		return Records::change(
			self::KIND,
			$this->key(),
			fn ( Record $now ): Record|WP_Error|null => match ( true ) {
				// The member has sent the form again.
				self::text_in( $now ) === $text => $now,
				null !== $version
					&& $version !== $now->version => new WP_Error(
						'largesse_conflict',
						__( 'This text was changed on another page since you opened this one, so nothing was saved yet. The form below contains what you typed. Add what you need from the saved text, and save again.', 'largesse' ),
						array( 'status' => 409 )
					),
				'' === $text                    => null,
				default                         => $now->with(
					data: array( self::TEXT => $text ),
					user: $this->user,
					registry: $this->registry
				),
			}
		);
	}

	/** Turns the sizes of earlier versions into lines. Returns false if a text could not be stored. */
	public static function update_stored(): bool {
		foreach ( Records::all( self::SIZES ) as $record ) {
			$stored = new self( $record->user, $record->registry );
			$text   = AboutText::of_sizes( $record->data );
			$now    = $stored->text();
			// After a broken attempt, the text contains the lines already. The member may have saved another text.
			if ( ! str_contains( $now, $text ) && is_wp_error( $stored->save( '' === $now ? $text : "{$now}\n{$text}" ) ) ) {
				return false;
			}
			Records::delete( self::SIZES, $record->key );
		}
		return true;
	}

	private function key(): string {
		return $this->user > 0 ? "user {$this->user}" : "registry {$this->registry}";
	}
}
