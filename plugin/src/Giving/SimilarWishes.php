<?php
declare( strict_types=1 );

namespace Largesse\Giving;

/** Finds wishes that a guest could give instead of a taken one. */
final class SimilarWishes {

	/** Maximum number of wishes. */
	private const MOST = 2;

	/**
	 * Returns the open wishes with the most similar prices in the same currency. All items have `id`, `price` and
	 * `currency`.
	 *
	 * @param callable(array<string, mixed>): int $left Returns how many pieces of a wish guests can still give.
	 */
	public static function of( array $item, array $items, callable $left ): array {
		$others = array_values( array_filter( $items, static fn ( array $other ): bool => $other['id'] !== $item['id'] && $left( $other ) > 0 ) );
		$price  = $item['price'] ?? null;
		if ( null !== $price ) {
			$distance = static fn ( array $other ): float => null === $other['price'] || ( $other['currency'] ?? null ) !== ( $item['currency'] ?? null ) ? INF : abs( (float) $other['price'] - (float) $price );
			usort( $others, static fn ( array $a, array $b ): int => $distance( $a ) <=> $distance( $b ) );
		}
		return array_slice( $others, 0, self::MOST );
	}
}
