<?php
declare( strict_types=1 );

namespace Largesse\Unlisted;

use Largesse\Registry\ProcessLock;
use Largesse\Registry\RegistryPostType;
use Largesse\Service\Rules;
use WP_Error;

/**
 * The stored hidden and received wishes of a registry (rules: Hidden and received wishes).
 */
final class UnlistedWishes {

	/**
	 * Key of the post meta. The value contains `wishes` (oldest first) and `ended` (ids of the wishes that were shown
	 * or deleted most recently).
	 */
	public const META = '_largesse_unlisted';

	/**
	 * Key of the post meta with the earliest day on which the site shows a wish, YYYY-MM-DD; missing if no wish has a
	 * day.
	 */
	public const NEXT_DAY = '_largesse_unlisted_day';

	/** Maximum number of ids in `ended`. */
	private const MOST_ENDED = 100;

	/**
	 * @param list<UnlistedWish> $all   The wishes, oldest first.
	 * @param list<string>       $ended Ids of wishes that were shown or deleted, newest first.
	 */
	private function __construct(
		public readonly array $all,
		private readonly array $ended
	) {}

	/** Reads the wishes of a registry. */
	public static function of( int $registry_id ): self {
		$stored = get_post_meta( $registry_id, self::META, true );
		$stored = is_array( $stored ) ? $stored : array();
		$wishes = is_array( $stored['wishes'] ?? null ) ? array_filter( array_map( UnlistedWish::of( ... ), $stored['wishes'] ) ) : array();
		return new self( array_values( $wishes ), is_array( $stored['ended'] ?? null ) ? array_values( array_filter( $stored['ended'], is_string( ... ) ) ) : array() );
	}

	/**
	 * Changes the wishes of a registry. Only one process at a time can change them.
	 *
	 * @param callable(self): (self|WP_Error) $change Returns the wishes to store, or an error if nothing may be stored.
	 */
	public static function change( int $registry_id, callable $change ): self|WP_Error {
		return ProcessLock::run(
			"unlisted_{$registry_id}",
			static function () use ( $registry_id, $change ): self|WP_Error {
				// Another process may have changed the wishes since this request began.
				wp_cache_delete( $registry_id, 'post_meta' );
				$now  = self::of( $registry_id );
				$next = $change( $now );
				if ( $next instanceof self && $next !== $now && RegistryPostType::is( get_post( $registry_id ) ) ) {
					$next->store( $registry_id );
				}
				return $next;
			}
		);
	}

	/** Returns a wish; null if there is none. */
	public function find( string $id ): ?UnlistedWish {
		return array_column( $this->all, null, 'id' )[ $id ] ?? null;
	}

	/** Checks whether a wish with this id was shown or deleted. */
	public function has_ended( string $id ): bool {
		return in_array( $id, $this->ended, true );
	}

	/** Checks whether the folders are full. */
	public function is_full(): bool {
		return count( $this->all ) >= Rules::MAX_UNLISTED_WISHES;
	}

	/** Returns the wishes of a folder. @return list<UnlistedWish> */
	public function in_folder( string $folder ): array {
		return array_values( array_filter( $this->all, static fn ( UnlistedWish $wish ): bool => $folder === $wish->folder ) );
	}

	/** Returns the wishes with an additional wish. If there is a wish with the same id, the new wish replaces it. */
	public function with( UnlistedWish $wish ): self {
		return new self( array_values( array( ...array_column( $this->all, null, 'id' ), $wish->id => $wish ) ), $this->ended );
	}

	/** Returns all wishes except the wish with this id. Adds the id to `ended`. */
	public function without( string $id ): self {
		return null === $this->find( $id ) ? $this : new self(
			array_values( array_filter( $this->all, static fn ( UnlistedWish $wish ): bool => $id !== $wish->id ) ),
			array_slice( array( $id, ...$this->ended ), 0, self::MOST_ENDED )
		);
	}

	/** Like `without()`, for the wishes of several items. @param list<int> $item_ids Ids of the items. */
	public function without_items( array $item_ids ): self {
		$left = $this;
		foreach ( $this->all as $wish ) {
			$left = in_array( $wish->item, $item_ids, true ) ? $left->without( $wish->id ) : $left;
		}
		return $left;
	}

	private function store( int $registry_id ): void {
		$days = array_filter( array_column( $this->in_folder( UnlistedWish::HIDDEN ), 'day' ) );
		if ( array() === $this->all && array() === $this->ended ) {
			delete_post_meta( $registry_id, self::META );
		} else {
			$stored = array(
				'wishes' => array_map( static fn ( UnlistedWish $wish ): array => $wish->to_array(), $this->all ),
				'ended'  => $this->ended,
			);
			update_post_meta( $registry_id, self::META, wp_slash( $stored ) );
		}
		if ( array() === $days ) {
			delete_post_meta( $registry_id, self::NEXT_DAY );
		} else {
			update_post_meta( $registry_id, self::NEXT_DAY, min( $days ) );
		}
	}
}
