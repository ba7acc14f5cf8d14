<?php
declare( strict_types=1 );

namespace Largesse\Managing\Unlisted;

use Largesse\Registries\Registry\StoredEntries;
use Largesse\Foundation\Service\Rules;

/**
 * The stored hidden and received wishes of a registry (rules: Hidden and received wishes). Wishes that were shown or
 * deleted have ended.
 *
 * @extends StoredEntries<UnlistedWish>
 */
final class UnlistedWishes extends StoredEntries {

	public const KIND  = 'unlisted';
	public const ENTRY = UnlistedWish::class;

	/** Returns the time of a record for a day, YYYY-MM-DD: its midnight in UTC, in whatever time zone the site is. */
	public static function time_of( string $day ): int {
		return (int) strtotime( "{$day} UTC" );
	}

	/** Checks whether the folders are full. */
	public function is_full(): bool {
		return count( $this->all ) >= Rules::MAX_UNLISTED_WISHES;
	}

	/** @return list<UnlistedWish> Wishes of a folder. */
	public function in_folder( string $folder ): array {
		return array_values(
			array_filter( $this->all, static fn ( UnlistedWish $wish ): bool => $folder === $wish->folder )
		);
	}

	/** Returns all wishes except the wish with this id. */
	public function without_id( string $id ): self {
		return $this->without( static fn ( UnlistedWish $wish ): bool => $id === $wish->id );
	}

	/** @param list<int> $item_ids */
	public function without_items( array $item_ids ): self {
		return $this->without( static fn ( UnlistedWish $wish ): bool => in_array( $wish->item, $item_ids, true ) );
	}

	/** Returns the earliest day on which the site shows a wish (`time_of()`). */
	protected function time(): int {
		$days = array_filter( array_column( $this->in_folder( UnlistedWish::HIDDEN ), 'day' ) );
		return $days ? self::time_of( min( $days ) ) : 0;
	}
}
