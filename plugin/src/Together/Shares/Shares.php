<?php
declare( strict_types=1 );

namespace Largesse\Together\Shares;

use Largesse\Foundation\Format\Price;
use Largesse\Registries\Registry\Store;
use Largesse\Foundation\Service\Rules;

/** Wishes of a registry that several guests give together (rules: Shares on the site). */
final class Shares {

	/** Tolerance for sums of prices. */
	private const SMALLEST = 0.005;

	/** @param array<int, list<array<string, mixed>>> $by_item Shares by the id of the wish. */
	private function __construct(
		public readonly array $by_item,
		private readonly array $wishes
	) {}

	/** Returns the shares of a registry, or only the promised sums of its wishes, as far as the visitor may know them. */
	public static function of( array $shares, array $items ): self {
		$by_item = array();
		foreach ( $shares as $share ) {
			$by_item[ $share['item_id'] ][] = $share;
		}
		return new self( $by_item, array_column( $items, null, 'id' ) );
	}

	/** Returns the part of a wish's price that nobody has promised; 0 if guests cannot share the wish. */
	public function left( int $item_id ): float {
		return (float) ( $this->wishes[ $item_id ][ Store::AMOUNT_REMAINING ] ?? 0 );
	}

	/** Returns an amount in the currency of a wish as text. */
	public function amount( int $item_id, float $amount ): string {
		return Price::amount( $amount, $this->wishes[ $item_id ] ?? null );
	}

	/** Returns the currency of a wish (ISO 4217); '' for none. */
	public function currency( int $item_id ): string {
		return $this->wishes[ $item_id ]['currency'] ?? Price::currency();
	}

	/** Checks whether a wish is on the list. */
	public function is_listed( int $item_id ): bool {
		return isset( $this->wishes[ $item_id ] );
	}

	/** Returns the smallest amount that a guest can promise for a wish (rules: Shares of a wish). */
	public function least( int $item_id ): float {
		return min(
			$this->left( $item_id ),
			max( (float) Rules::MIN_SHARE_AMOUNT, ceil( $this->price( $item_id ) * Rules::MIN_SHARE_PERCENT ) / 100 )
		);
	}

	/** Checks whether all shares of a wish together cover its price. */
	public function is_covered( int $item_id ): bool {
		$price = $this->price( $item_id );
		return $price > 0 && $price <= $this->promised( $item_id ) + self::SMALLEST;
	}

	/** Returns the name of a wish that guests can share; '' for any other wish. */
	public function name( int $item_id ): string {
		return $this->left( $item_id ) > 0 ? (string) $this->wishes[ $item_id ]['name'] : '';
	}

	/** Checks whether guests give a wish of the list together, as far as the visitor may know. */
	public function has_any(): bool {
		$is_taken = static fn ( array $wish ): bool => 0 === $wish[ Store::REMAINING ]
			&& $wish['quantity_purchased'] < $wish['quantity_needed'];
		return array() !== array_filter(
			$this->wishes,
			fn ( array $wish ): bool => $is_taken( $wish ) || $this->promised( $wish['id'] ) > 0
		);
	}

	/** Returns the promised part of a wish's price in percent, from 0 to 100. */
	public function percent( int $item_id ): int {
		return min( 100, (int) floor( 100 * $this->promised( $item_id ) / max( self::SMALLEST, $this->price( $item_id ) ) ) );
	}

	/** Checks whether a guest can still give the whole wish: guests have promised less than half of its price. */
	public function has_whole( int $item_id ): bool {
		return 2 * $this->promised( $item_id ) < $this->price( $item_id );
	}

	/** Returns the promised total of a wish as a sentence, with the price if the wish has one. */
	public function total( int $item_id ): string {
		$total = $this->amount( $item_id, $this->promised( $item_id ) );
		return 0.0 === $this->price( $item_id )
			/* translators: %s: a price. */
			? sprintf( __( '%s promised', 'largesse' ), $total )
			/* translators: 1 and 2: prices. */
			: sprintf( __( '%1$s of %2$s promised', 'largesse' ), $total, Price::of( $this->wishes[ $item_id ] ) );
	}

	/** Returns the promised sum of a wish, as far as the visitor may know it. */
	public function promised( int $item_id ): float {
		if ( isset( $this->by_item[ $item_id ] ) ) {
			return (float) array_sum( array_column( $this->by_item[ $item_id ], 'amount' ) );
		}
		$left = $this->left( $item_id );
		return $left > 0
			? round( $this->price( $item_id ) - $left, 2 )
			: (float) ( $this->wishes[ $item_id ]['amount_promised'] ?? 0 );
	}

	private function price( int $item_id ): float {
		return (float) ( $this->wishes[ $item_id ]['price'] ?? 0 );
	}
}
