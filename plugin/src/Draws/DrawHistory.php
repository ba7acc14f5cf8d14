<?php
declare( strict_types=1 );

namespace Largesse\Draws;

/**
 * Chooses which draws of a circle stay stored (rules: Draws).
 */
final class DrawHistory {

	/** Maximum number of stored draws. */
	private const MOST = 10;

	/**
	 * Returns the draws to keep. As long as there are too many draws, removes the oldest draw of the year with the most
	 * draws. Because of this rule, a year with many draws does not displace the draws of other years.
	 *
	 * @param list<Draw> $draws All draws, oldest first.
	 * @return list<Draw>
	 */
	public static function kept( array $draws ): array {
		while ( count( $draws ) > self::MOST ) {
			$numbers = array_count_values( array_map( static fn ( Draw $draw ): string => $draw->year(), $draws ) );
			$crowded = array_filter( $draws, static fn ( Draw $draw ): bool => max( $numbers ) === $numbers[ $draw->year() ] );
			unset( $draws[ array_key_first( $crowded ) ] );
			$draws = array_values( $draws );
		}
		return $draws;
	}
}
