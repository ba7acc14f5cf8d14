<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Format\Price;
use Largesse\Foundation\Html\SharedNames;
use Largesse\Foundation\Http\Request;
use Largesse\Registries\Registry\Order;

/** A guest's filters and order of a list. The address contains them, so guests can share the view without scripts. */
final class ListView {

	/** Name of the parameter for the filter, and the value that shows only open wishes. The default is all wishes. */
	public const SHOW = 'wishes';
	public const OPEN = 'open';

	/** Name of the parameter for a range of prices (PriceRange). */
	public const PRICE = 'price';

	/**
	 * Key of an item with its price for comparisons; null without a price, or with one in an unusual currency of the list.
	 */
	public const COMPARED = 'compared_price';

	/** Name of the parameter for the heading under which the wishes are. Its value is the heading. */
	public const HEADING = 'heading';

	/** Name of the parameter for the order, and its values. The default is the owner's order. */
	public const SORT       = 'sort';
	public const PRICE_UP   = SharedNames::SORT_PRICE_UP;
	public const PRICE_DOWN = 'price-down';
	public const MOST       = SharedNames::SORT_MOST_WANTED;

	/** Name of the parameter for guests who look for a gift. With this parameter, the page shows the open wishes. */
	public const GIVING = 'giving';

	/** Parameters that request another page instead of the list. */
	private const OTHERS = array(
		ShopLinks::PARAMETER    => true,
		GiftFormPage::PARAMETER => true,
		GiftLink::PARAMETER     => true,
		GiftLink::KEY           => true,
	);

	/** By default, all wishes in the owner's order. `$is_giving`: whether the guest is looking for a gift. */
	public function __construct(
		public readonly string $show = '',
		public readonly string $sort = '',
		public readonly bool $is_giving = false,
		public readonly ?PriceRange $price = null,
		public readonly string $heading = ''
	) {}

	/** Reads the filters and the order from the address of this request. */
	public static function from_request(): self {
		return new self(
			self::choice( self::SHOW, array( self::OPEN ) ),
			self::choice( self::SORT, array( self::PRICE_UP, self::PRICE_DOWN, self::MOST ) ),
			'1' === self::choice( self::GIVING, array( '1' ) ),
			PriceRange::of_text( Request::parameter( self::PRICE ) ),
			Request::parameter( self::HEADING )
		);
	}

	/**
	 * Sorts items in the chosen order; their keys stay the places in the owner's order. Prices are compared only within a
	 * currency: after the list's usual currency come the others, one after the other, and items without a price.
	 */
	public function sort( array $items, Order $order ): array {
		$sign = self::PRICE_UP === $this->sort ? 1 : -1;
		$rank = match ( $this->sort ) {
			''         => static fn ( array $item ): int => 0,
			self::MOST => static fn ( array $item ): int => $order->is_most_wanted( (int) $item['id'] ) ? 0 : 1,
			default    => static fn ( array $item ): array => match ( true ) {
				null !== $item[ self::COMPARED ] => array( 0, '', $sign * $item[ self::COMPARED ] ),
				isset( $item['price'] )          => array( 1, $item['currency'] ?? Price::currency(), $sign * $item['price'] ),
				default                          => array( 2, '', 0 ),
			},
		};
		uasort( $items, static fn ( array $one, array $other ): int => $rank( $one ) <=> $rank( $other ) );
		return $items;
	}

	/** Checks whether the filters include an item with a heading; '' for none. */
	public function shows( array $item, string $heading, RemainingView $remaining ): bool {
		return ( self::OPEN !== $this->show || $remaining->is_open( $item ) )
			&& ( null === $this->price || $this->price->includes( $item[ self::COMPARED ] ) )
			&& ( '' === $this->heading || $this->heading === $heading );
	}

	/** Checks whether the guest has chosen a price or a heading. */
	public function is_narrowed(): bool {
		return null !== $this->price || '' !== $this->heading;
	}

	/**
	 * Returns a query for the list's address with one changed parameter; '' for the default. Keeps the other parameters
	 * of this request, except parameters that open something other than the list (OTHERS).
	 */
	public function query( string $parameter, string $value ): string {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- It is only repeated, and escaped where it is shown.
		$query = array_diff_key( wp_unslash( $_GET ), self::OTHERS );
		unset( $query[ $parameter ] );
		if ( '' !== $value ) {
			$query[ $parameter ] = $value;
		}
		return '?' . http_build_query( $query );
	}

	/** Returns the value of a parameter if it is one of the choices. */
	private static function choice( string $parameter, array $choices ): string {
		$value = Request::parameter( $parameter );
		return in_array( $value, $choices, true ) ? $value : '';
	}
}
