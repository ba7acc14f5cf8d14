<?php
declare( strict_types=1 );

namespace Largesse\Unlisted;

use Largesse\Records\Record;
use Largesse\Records\Records;
use Largesse\Registry\RegistryPostType;
use Largesse\Service\Rules;
use WP_Error;

/**
 * The stored hidden and received wishes of a registry (rules: Hidden and received wishes).
 */
final class UnlistedWishes {

	/**
	 * Kind of the record of a registry. The data contains `wishes` (oldest first) and `ended` (ids of the wishes that
	 * were shown or deleted most recently). The time is the earliest day on which the site shows a wish (`time_of()`).
	 */
	public const KIND = 'unlisted';

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
		return self::from( Records::read( self::KIND, $registry_id ) );
	}

	/** Reads the wishes of a record. */
	public static function from( Record $record ): self {
		$wishes = array_filter( array_map( UnlistedWish::of( ... ), $record->data['wishes'] ?? array() ) );
		return new self( array_values( $wishes ), $record->data['ended'] ?? array() );
	}

	/** Returns the time of a record for a day, YYYY-MM-DD: its midnight in UTC, in whatever time zone the site is. */
	public static function time_of( string $day ): int {
		return (int) strtotime( "{$day} UTC" );
	}

	/**
	 * Changes the wishes of a registry.
	 *
	 * @param callable(self): (self|WP_Error) $change Returns the wishes to store, or an error if nothing may be stored;
	 *                                                may run several times.
	 */
	public static function change( int $registry_id, callable $change ): self|WP_Error {
		$next   = null;
		$stored = Records::change(
			self::KIND,
			$registry_id,
			static function ( Record $now ) use ( $registry_id, $change, &$next ): Record|WP_Error|null {
				$before = self::from( $now );
				$next   = $change( $before );
				return match ( true ) {
					is_wp_error( $next ) => $next,
					$next === $before || ! RegistryPostType::is( get_post( $registry_id ) ) => $now,
					default              => $next->record( $now, $registry_id ),
				};
			}
		);
		return is_wp_error( $stored ) ? $stored : $next;
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

	/** Returns the record to store; null if there is nothing to store. */
	private function record( Record $record, int $registry_id ): ?Record {
		$days = array_filter( array_column( $this->in_folder( UnlistedWish::HIDDEN ), 'day' ) );
		$data = array(
			'wishes' => array_map( static fn ( UnlistedWish $wish ): array => $wish->to_array(), $this->all ),
			'ended'  => $this->ended,
		);
		return array() === $this->all && array() === $this->ended ? null : $record->with( data: $data, time: $days ? self::time_of( min( $days ) ) : 0, registry: $registry_id );
	}
}
