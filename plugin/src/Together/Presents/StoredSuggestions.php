<?php
declare( strict_types=1 );

namespace Largesse\Together\Presents;

use Largesse\Foundation\Http\KeyedHash;
use Largesse\Registries\Registry\StoredEntries;

/**
 * The stored suggestions for a registry (rules: Presents that are not on the list). Suggestions that were declined or
 * taken back have ended.
 *
 * @extends StoredEntries<Suggestion>
 */
final class StoredSuggestions extends StoredEntries {

	public const KIND  = 'suggestions';
	public const ENTRY = Suggestion::class;

	/** Maximum number of suggestions that wait for an answer. */
	public const MOST = 50;

	/** Returns the suggestion with a handle that has not ended; null if there is none. */
	public function with_handle( string $handle ): ?Suggestion {
		return array_values(
			array_filter(
				$this->all,
				static fn ( Suggestion $one ): bool => ! $one->has_ended && hash_equals( self::handle( $one ), $handle )
			)
		)[0] ?? null;
	}

	/** Returns a name of a suggestion for its owners. It reveals nothing about the id. */
	public static function handle( Suggestion $suggestion ): string {
		return KeyedHash::of( "largesse-suggestion-handle|{$suggestion->id}" );
	}

	/** @return list<Suggestion> Suggestions that owners can answer. */
	public function open(): array {
		return array_values( array_filter( $this->all, static fn ( Suggestion $one ): bool => $one->is_waiting() ) );
	}

	/**
	 * Returns the entries after some have ended, until the site has deleted their promises.
	 *
	 * @param list<Suggestion> $some
	 */
	public function with_ended( array $some ): self {
		return array_reduce(
			$some,
			static fn ( self $all, Suggestion $one ): self => $all->with( $one->ended( time() ) ),
			$this
		);
	}

	/** Returns the earliest time at which the site must work on a suggestion, or delete it. */
	protected function time(): int {
		$times = array_filter( array_map( static fn ( Suggestion $one ): int => $one->time(), $this->all ) );
		return $times ? min( $times ) : 0;
	}
}
