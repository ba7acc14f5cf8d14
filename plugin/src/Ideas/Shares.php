<?php
declare( strict_types=1 );

namespace Largesse\Ideas;

use Largesse\Format\Price;
use Largesse\Giving\RemainingQuantities;
use Largesse\Service\Rules;
use WP_Post;

/**
 * The shares of a registry. With shares, several guests give an expensive wish together (rules: Shares on the site). A
 * share is an idea with an item and an amount.
 */
final class Shares {

	/**
	 * @param array<int, list<array<string, mixed>>> $by_item Shares by the id of their item.
	 * @param array<int, array<string, mixed>>       $wishes  Wishes that guests can share, by id.
	 * @param array<int, array<string, mixed>>       $all     All wishes, by id.
	 */
	private function __construct(
		private readonly array $by_item,
		private readonly array $wishes,
		private readonly array $all
	) {}

	/**
	 * Finds the shares among the ideas of a registry.
	 *
	 * @param list<array<string, mixed>> $ideas All ideas and shares.
	 * @param list<array<string, mixed>> $items Wishes of the registry, as guests get them.
	 */
	public static function of( WP_Post $registry, array $ideas, array $items ): self {
		$remaining = RemainingQuantities::for_giving( $registry );
		$wishes    = array_filter( $items, static fn ( array $item ): bool => 1 === $item['quantity_needed'] && null !== $item['price'] && $remaining->is_open( $item ) );
		$by_item   = array();
		foreach ( $ideas as $idea ) {
			if ( null !== $idea['item_id'] ) {
				$by_item[ $idea['item_id'] ][] = $idea;
			}
		}
		return new self( $by_item, array_column( $wishes, null, 'id' ), array_column( $items, null, 'id' ) );
	}

	/**
	 * Returns the ideas that are not shares.
	 *
	 * @param list<array<string, mixed>> $ideas Ideas and shares.
	 * @return list<array<string, mixed>>
	 */
	public static function without( array $ideas ): array {
		return array_values( array_filter( $ideas, static fn ( array $idea ): bool => null === $idea['item_id'] ) );
	}

	/** Returns the part of a wish's price that nobody has promised; 0 if guests cannot share the wish. */
	public function left( int $item_id ): float {
		$wish = $this->wishes[ $item_id ] ?? null;
		return null === $wish ? 0.0 : max( 0.0, round( $wish['price'] - $this->promised( $item_id ), 2 ) );
	}

	/** Returns the smallest amount that a guest can promise for a wish (rules: Shares of a wish). */
	public function least( int $item_id ): float {
		$price = (float) ( $this->wishes[ $item_id ]['price'] ?? 0 );
		return min( $this->left( $item_id ), max( (float) Rules::MIN_SHARE_AMOUNT, ceil( $price * Rules::MIN_SHARE_PERCENT ) / 100 ) );
	}

	/**
	 * Checks whether all shares of a wish together cover its price.
	 *
	 * @param list<array<string, mixed>> $ideas All ideas and shares.
	 * @param list<array<string, mixed>> $items All wishes.
	 */
	public static function is_covered( int $item_id, array $ideas, array $items ): bool {
		$price    = array_column( $items, 'price', 'id' )[ $item_id ] ?? null;
		$promised = array_sum( array_column( array_filter( $ideas, static fn ( array $idea ): bool => $idea['item_id'] === $item_id ), 'amount' ) );
		return null !== $price && $price <= $promised + 0.005;
	}

	/** Returns the name of a wish that guests can share; '' for any other wish. */
	public function name( int $item_id ): string {
		return (string) ( $this->wishes[ $item_id ]['name'] ?? '' );
	}

	/**
	 * Returns the wishes that guests can give in parts.
	 *
	 * @return list<int> Ids.
	 */
	public function open(): array {
		return array_values( array_filter( array_keys( $this->wishes ), fn ( int $id ): bool => $this->left( $id ) > 0 ) );
	}

	/** Returns the promised part of a wish's price in percent, from 0 to 100. */
	public function percent( int $item_id ): int {
		$price = (float) ( $this->wishes[ $item_id ]['price'] ?? 0 );
		return $price > 0 ? min( 100, (int) floor( 100 * $this->promised( $item_id ) / $price ) ) : 0;
	}

	/** Checks whether a guest can still give the whole wish: guests have promised less than half of its price. */
	public function has_whole( int $item_id ): bool {
		return 2 * $this->promised( $item_id ) < (float) ( $this->wishes[ $item_id ]['price'] ?? 0 );
	}

	/** Returns an amount in the currency of a wish as text. */
	public function amount( int $item_id, float $amount ): string {
		return Price::amount( $amount, $this->all[ $item_id ] ?? null );
	}

	/** Returns the currency of a wish (ISO 4217); '' for none. */
	public function currency( int $item_id ): string {
		return $this->all[ $item_id ]['currency'] ?? Price::currency();
	}

	/** Returns the promised total of a wish as a sentence, with the price if guests can share the wish. */
	public function total( int $item_id ): string {
		$total = $this->amount( $item_id, $this->promised( $item_id ) );
		$wish  = $this->wishes[ $item_id ] ?? null;
		return null === $wish
			/* translators: %s: a price. */
			? sprintf( __( '%s promised', 'largesse' ), $total )
			/* translators: 1 and 2: prices. */
			: sprintf( __( '%1$s of %2$s promised', 'largesse' ), $total, Price::of( $wish ) );
	}

	/**
	 * Returns the shared wishes: the id, the name, the promised total as a sentence, and the shares.
	 *
	 * @return list<array{id: int, name: string, total: string, shares: list<array<string, mixed>>, is_covered: bool, is_listed: bool}>
	 */
	public function shared(): array {
		$shared = array();
		foreach ( $this->by_item as $id => $shares ) {
			$wish     = $this->wishes[ $id ] ?? null;
			$shared[] = array(
				'id'     => $id,
				'name'   => $wish['name'] ?? $shares[0]['name'],
				'total'  => $this->total( $id ),
				'shares' => $shares,
				'is_covered' => null !== $wish && $this->left( $id ) <= 0,
				'is_listed'  => isset( $this->all[ $id ] ),
			);
		}
		return $shared;
	}

	/** Returns the sum of all shares of a wish. */
	public function promised( int $item_id ): float {
		return array_sum( array_map( static fn ( array $share ): float => (float) $share['amount'], $this->by_item[ $item_id ] ?? array() ) );
	}
}
