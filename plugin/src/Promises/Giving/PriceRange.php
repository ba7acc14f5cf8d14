<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

/**
 * Prices of more than `$over` and at most `$most` (null: no limit) in the list's usual currency (rules: Currencies).
 */
final class PriceRange {

	/** Minimum number of wishes with a price for a choice of ranges. */
	private const MANY = 5;

	/** Limits of ranges, each times a power of ten. */
	private const ROUND = array( 10, 15, 20, 25, 30, 40, 50, 75, 100 );

	/** Maximum number of similar wishes. */
	private const MOST_SIMILAR = 2;

	private function __construct(
		public readonly float $over,
		public readonly ?float $most
	) {}

	/** Returns the range with this text, such as "0-25", "25-50" or "50-"; null for any other text. */
	public static function of_text( string $text ): ?self {
		return 1 === preg_match( '/^(\d{1,12})-(\d{1,12})?$/D', $text, $limits )
			? new self( (float) $limits[1], isset( $limits[2] ) ? (float) $limits[2] : null )
			: null;
	}

	/** Returns the text of the range in addresses. */
	public function text(): string {
		return sprintf( '%.0f-%s', $this->over, null === $this->most ? '' : sprintf( '%.0f', $this->most ) );
	}

	/** Checks whether the range includes a price; a wish without a price is in no range. */
	public function includes( int|float|null $price ): bool {
		return null !== $price
			&& ( $price > $this->over || 0.0 === $this->over )
			&& ( null === $this->most || $price <= $this->most );
	}

	/** Returns the most frequent currency of wishes' prices; the site's own if others are as frequent, and '' for none. */
	public static function usual_currency( array $items, string $own ): string {
		$counts = array_count_values(
			array_map(
				static fn ( array $item ): string => $item['currency'] ?? $own,
				array_filter( $items, static fn ( array $item ): bool => null !== $item['price'] )
			)
		);
		$counts = array( $own => $counts[ $own ] ?? 0 ) + $counts;
		return (string) array_search( max( $counts ), $counts, true );
	}

	/**
	 * Divides prices into two or three ranges with round limits, each with about as many prices.
	 *
	 * @param list<int|float> $prices
	 * @return list<self> Empty if there are too few or too similar prices.
	 */
	public static function of_prices( array $prices ): array {
		if ( count( $prices ) < self::MANY ) {
			return array();
		}
		sort( $prices );
		$limits = array_map(
			static fn ( int $part ): float => self::rounded( (float) $prices[ intdiv( count( $prices ) * $part, 3 ) - 1 ] ),
			array( 1, 2 )
		);
		$limits = array_values(
			array_unique( array_filter( $limits, static fn ( float $limit ): bool => end( $prices ) > $limit ) )
		);
		return $limits
			? array_map(
				static fn ( float $over, ?float $most ): self => new self( $over, $most ),
				array( 0.0, ...$limits ),
				$limits
			)
			: array();
	}

	/**
	 * Returns open wishes that a guest could give instead of a taken one: those with the most similar prices in the same
	 * currency. All items have `id`, `price` and `currency`.
	 *
	 * @param callable(array<string, mixed>): int $left Returns how many pieces of a wish guests can still give.
	 */
	public static function similar( array $item, array $items, callable $left ): array {
		$others = array_values(
			array_filter( $items, static fn ( array $other ): bool => $other['id'] !== $item['id'] && $left( $other ) > 0 )
		);
		$price  = $item['price'] ?? null;
		if ( null !== $price ) {
			$distance = static fn ( array $other ): float => null === $other['price']
				|| ( $other['currency'] ?? null ) !== ( $item['currency'] ?? null )
					? INF
					: abs( (float) $other['price'] - (float) $price );
			usort( $others, static fn ( array $a, array $b ): int => $distance( $a ) <=> $distance( $b ) );
		}
		return array_slice( $others, 0, self::MOST_SIMILAR );
	}

	/** Returns the lowest round number that is not less than a price. */
	private static function rounded( float $price ): float {
		$unit = 10 ** max( 0, (int) floor( log10( max( 1.0, $price ) ) ) - 1 );
		foreach ( self::ROUND as $number ) {
			if ( $number * $unit >= $price ) {
				return (float) ( $number * $unit );
			}
		}
		return ceil( $price );
	}
}
