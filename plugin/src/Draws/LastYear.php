<?php
declare( strict_types=1 );

namespace Largesse\Draws;

/**
 * Finds the pairs of last year's draws, which a new draw should avoid.
 */
final class LastYear {

	/**
	 * Returns the pairs to avoid. Nobody should draw the person whom they drew last year, or the person who drew them.
	 *
	 * @param list<Draw> $draws Earlier draws of the circle.
	 * @param Draw       $new   The new draw.
	 * @return list<array{0: int, 1: int}> Givers and receivers, by their numbers in the new draw.
	 */
	public static function pairs( array $draws, Draw $new ): array {
		$pairs = array();
		foreach ( $draws as $draw ) {
			$result = (int) $draw->year() + 1 === (int) $new->year() ? DrawStore::result( $draw ) : null;
			foreach ( $result->pairs ?? array() as $giver => $receiver ) {
				$one   = $new->number_of( $draw->people[ $giver ]['id'] );
				$other = $new->number_of( $draw->people[ $receiver ]['id'] );
				if ( null !== $one && null !== $other ) {
					$pairs[] = array( $one, $other );
					$pairs[] = array( $other, $one );
				}
			}
		}
		return $pairs;
	}
}
