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
	 */
	private function __construct(
		private readonly array $by_item,
		private readonly array $wishes
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
		return new self( $by_item, array_column( $wishes, null, 'id' ) );
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
	 * Returns the wishes that guests can share, for a list to choose from.
	 *
	 * @return array<int, string> Texts with the name of the wish and the missing amount, by id.
	 */
	public function choices(): array {
		$choices = array();
		foreach ( $this->wishes as $id => $wish ) {
			if ( $this->left( $id ) > 0 ) {
				/* translators: 1: name of a wish, 2: a price. */
				$choices[ $id ] = sprintf( __( '%1$s: %2$s is missing', 'largesse' ), $wish['name'], Price::text( $this->left( $id ) ) );
			}
		}
		return $choices;
	}

	/**
	 * Returns the shared wishes: the name, the promised total as a sentence, and the shares.
	 *
	 * @return list<array{name: string, total: string, shares: list<array<string, mixed>>, is_covered: bool}>
	 */
	public function shared(): array {
		$shared = array();
		foreach ( $this->by_item as $id => $shares ) {
			$total    = Price::text( $this->promised( $id ) );
			$wish     = $this->wishes[ $id ] ?? null;
			$shared[] = array(
				'name'   => $wish['name'] ?? $shares[0]['name'],
				'total'  => null === $wish
					/* translators: %s: a price. */
					? sprintf( __( '%s promised', 'largesse' ), $total )
					/* translators: 1 and 2: prices. */
					: sprintf( __( '%1$s of %2$s promised', 'largesse' ), $total, Price::text( (float) $wish['price'] ) ),
				'shares' => $shares,
				'is_covered' => null !== $wish && $this->left( $id ) <= 0,
			);
		}
		return $shared;
	}

	private function promised( int $item_id ): float {
		return array_sum( array_map( static fn ( array $share ): float => (float) $share['amount'], $this->by_item[ $item_id ] ?? array() ) );
	}
}
