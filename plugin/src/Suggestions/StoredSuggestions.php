<?php
declare( strict_types=1 );

namespace Largesse\Suggestions;

use Largesse\Http\KeyedHash;
use Largesse\Records\Record;
use Largesse\Records\Records;
use Largesse\Registry\RegistryPostType;
use WP_Error;

/**
 * The stored suggestions for a registry (rules: Suggestions).
 */
final class StoredSuggestions {

	/**
	 * Kind of the record of a registry. The data contains `all` (suggestions, oldest first) and `ended` (ids of
	 * suggestions that were declined or taken back, newest first). The time is the earliest time at which the site must
	 * work on a suggestion, or delete it.
	 */
	public const KIND = 'suggestions';

	/** Maximum number of suggestions that wait for an answer. */
	public const MOST = 50;

	/** Maximum number of ids in `ended`. */
	private const MOST_ENDED = 100;

	/**
	 * @param list<Suggestion> $all   Suggestions, oldest first.
	 * @param list<string>     $ended Ids of suggestions that were declined or taken back.
	 */
	private function __construct(
		public readonly array $all,
		private readonly array $ended
	) {}

	/** Reads the suggestions for a registry. */
	public static function of( int $registry_id ): self {
		return self::from( Records::read( self::KIND, $registry_id ) );
	}

	/** Reads the suggestions of a record. */
	public static function from( Record $record ): self {
		return new self( array_map( static fn ( array $stored ): Suggestion => new Suggestion( ...$stored ), $record->data['all'] ?? array() ), $record->data['ended'] ?? array() );
	}

	/**
	 * Changes the suggestions for a registry.
	 *
	 * @param callable(self): (self|WP_Error) $change Returns the suggestions to store, or an error if nothing may be
	 *                                                stored; may run several times.
	 */
	public static function change( int $registry_id, callable $change ): ?WP_Error {
		$stored = Records::change(
			self::KIND,
			$registry_id,
			static function ( Record $now ) use ( $registry_id, $change ): Record|WP_Error|null {
				$before = self::from( $now );
				$next   = $change( $before );
				return match ( true ) {
					is_wp_error( $next ) => $next,
					$next === $before || ! RegistryPostType::is( get_post( $registry_id ) ) => $now,
					default              => $next->record( $now, $registry_id ),
				};
			}
		);
		return is_wp_error( $stored ) ? $stored : null;
	}

	/** Returns a suggestion; null if there is none. */
	public function find( string $id ): ?Suggestion {
		return array_column( $this->all, null, 'id' )[ $id ] ?? null;
	}

	/** Returns the suggestion with a handle; null if there is none. */
	public function with_handle( string $handle ): ?Suggestion {
		return array_values( array_filter( $this->all, static fn ( Suggestion $one ): bool => hash_equals( self::handle( $one ), $handle ) ) )[0] ?? null;
	}

	/** Returns a name of a suggestion for its owners. It reveals nothing about the id. */
	public static function handle( Suggestion $suggestion ): string {
		return KeyedHash::of( "largesse-suggestion-handle|{$suggestion->id}" );
	}

	/** Checks whether a suggestion was declined or taken back. */
	public function has_ended( string $id ): bool {
		return in_array( $id, $this->ended, true );
	}

	/** Returns the suggestions that owners can answer. @return list<Suggestion> */
	public function open(): array {
		return array_values( array_filter( $this->all, static fn ( Suggestion $one ): bool => Suggestion::LISTED !== $one->state ) );
	}

	/** Returns the suggestions with one more. If there is a suggestion with the same id, the new one replaces it. */
	public function with( Suggestion $suggestion ): self {
		return new self( array_values( array( ...array_column( $this->all, null, 'id' ), $suggestion->id => $suggestion ) ), $this->ended );
	}

	/**
	 * Returns the suggestions without some of them.
	 *
	 * @param callable(Suggestion): bool $is_meant Selects the suggestions to remove.
	 */
	public function without( callable $is_meant ): self {
		$removed = array_values( array_filter( $this->all, $is_meant ) );
		return array() === $removed ? $this : new self(
			array_values( array_filter( $this->all, static fn ( Suggestion $one ): bool => ! in_array( $one, $removed, true ) ) ),
			array_slice( array( ...array_column( $removed, 'id' ), ...$this->ended ), 0, self::MOST_ENDED )
		);
	}

	/** Returns the record to store. */
	private function record( Record $record, int $registry_id ): Record {
		$times = array_filter( array_map( static fn ( Suggestion $one ): int => $one->time(), $this->all ) );
		$data  = array(
			'all'   => array_map( get_object_vars( ... ), $this->all ),
			'ended' => $this->ended,
		);
		return $record->with( data: $data, time: $times ? min( $times ) : 0, registry: $registry_id );
	}
}
