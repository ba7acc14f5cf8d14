<?php
declare( strict_types=1 );

namespace Largesse\Draws;

/**
 * The draws that a circle keeps (rules: Draws).
 */
final class DrawHistory {

	/** Maximum number of draws. */
	private const MOST = 10;

	/**
	 * Returns the draws to keep. If there are too many, the oldest one of the year with the most draws goes first, so that
	 * nobody flushes other years with a series of draws.
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
