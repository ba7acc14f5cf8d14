<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

/** Decides whether the recipients of a gift still expect it. */
final class ExpectedGift {

	/**
	 * Checks whether the occasion is not over, a guest gives the gift, and nobody has said thanks.
	 *
	 * @param array<string, mixed> $purchase Gift, as the service returns it.
	 * @param string               $day      Day of the occasion, YYYY-MM-DD; may be empty.
	 * @param string               $today    YYYY-MM-DD
	 */
	public static function is_open( array $purchase, string $day, string $today ): bool {
		return ( '' === $day || $day >= $today ) && ! $purchase['is_owner'] && null === $purchase['thanked_at'];
	}
}
