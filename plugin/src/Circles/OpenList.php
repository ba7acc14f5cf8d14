<?php
declare( strict_types=1 );

namespace Largesse\Circles;

/**
 * A list that its owner has opened to a circle.
 */
final class OpenList {

	/**
	 * @param int    $id     Id of the registry.
	 * @param int    $author User id of the registry's author.
	 * @param string $person Id of the person to whom the list belongs.
	 * @param string $opener Id of the person who opened the list.
	 * @param string $day    Day of the occasion, `YYYY-MM-DD`; empty for none.
	 */
	public function __construct(
		public readonly int $id,
		public readonly int $author,
		public readonly string $person,
		public readonly string $opener,
		public readonly string $day
	) {}

	/**
	 * Sorts lists: the next celebrations first, then lists without a date, then past celebrations, the latest first.
	 *
	 * @param list<self> $lists The lists.
	 * @param string     $today `YYYY-MM-DD`.
	 * @return list<self>
	 */
	public static function sorted( array $lists, string $today ): array {
		usort(
			$lists,
			static function ( self $one, self $other ) use ( $today ): int {
				$group = $one->group( $today );
				return array( $group, $one->day, $one->id ) <=> array( $other->group( $today ), $other->day, $other->id );
			}
		);
		$past = array_filter( $lists, static fn ( self $list ): bool => 2 === $list->group( $today ) );
		return array( ...array_diff_key( $lists, $past ), ...array_reverse( $past ) );
	}

	/** Checks whether the celebration is today or later. */
	public function is_next( string $today ): bool {
		return 0 === $this->group( $today );
	}

	/** Returns 0 for a celebration today or later, 1 for a list without a date, and 2 for a past celebration. */
	private function group( string $today ): int {
		return '' === $this->day ? 1 : ( $this->day >= $today ? 0 : 2 );
	}
}
