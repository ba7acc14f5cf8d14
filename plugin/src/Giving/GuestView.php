<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Registry\Grouping;

/**
 * Holds what a guest chose to see of a list, and in which order. The choice stands in the address, so that it can be
 * shared, and made without a script.
 */
final class GuestView {

	/** Name of the parameter that says which wishes are shown; and what it may say besides all of them. */
	public const SHOW = 'wishes';
	public const OPEN = 'open';

	/** Name of the parameter that says in which order; and what it may say besides the owner's. */
	public const SORT       = 'sort';
	public const PRICE_UP   = 'price-up';
	public const PRICE_DOWN = 'price-down';
	public const MOST       = 'most-wanted';

	/** Name of the parameter that says that the guest is looking for a gift, and wants to know what is still open. */
	public const GIVING = 'giving';

	/** Parameters that ask for something else than the list. */
	private const OTHERS = array(
		GiftLinks::PARAMETER => true,
		GivePage::PARAMETER  => true,
		GiverLink::PARAMETER => true,
		GiverLink::KEY       => true,
	);

	/**
	 * @param string $show      Which wishes: an empty text for all.
	 * @param string $sort      In which order: an empty text for the owner's.
	 * @param bool   $is_giving Whether the guest is looking for a gift.
	 */
	public function __construct(
		public readonly string $show = '',
		public readonly string $sort = '',
		public readonly bool $is_giving = false
	) {}

	/** Reads the choice from the address of this request. */
	public static function of_address(): self {
		return new self(
			self::chosen( self::SHOW, array( self::OPEN ) ),
			self::chosen( self::SORT, array( self::PRICE_UP, self::PRICE_DOWN, self::MOST ) ),
			'1' === self::chosen( self::GIVING, array( '1' ) )
		);
	}

	/** Returns the same choice with all wishes, for a page that does not tell which are open. */
	public function with_all(): self {
		return new self( '', $this->sort, $this->is_giving );
	}

	/** Returns the same choice in the owner's order, for a list of which nothing is wanted most of all. */
	public function in_list_order(): self {
		return new self( $this->show, '', $this->is_giving );
	}

	/**
	 * Sorts items in the chosen order. Those without a price come last whichever way prices go.
	 *
	 * @param list<array<string, mixed>> $items    The items in the owner's order.
	 * @param Grouping                   $grouping Tells which are wanted most of all.
	 * @return array<int, array<string, mixed>> By their place in the owner's order.
	 */
	public function arrange( array $items, Grouping $grouping ): array {
		if ( '' === $this->sort ) {
			return $items;
		}
		if ( self::MOST === $this->sort ) {
			uasort( $items, static fn ( array $a, array $b ): int => $grouping->is_most_wanted( (int) $b['id'] ) <=> $grouping->is_most_wanted( (int) $a['id'] ) );
			return $items;
		}
		$sign = self::PRICE_UP === $this->sort ? 1 : -1;
		uasort(
			$items,
			static function ( array $a, array $b ) use ( $sign ): int {
				if ( null === $a['price'] || null === $b['price'] ) {
					return ( null === $a['price'] ) <=> ( null === $b['price'] );
				}
				return $sign * ( $a['price'] <=> $b['price'] );
			}
		);
		return $items;
	}

	/**
	 * Checks whether an item is among those that are shown.
	 *
	 * @param array<string, mixed> $item      The item.
	 * @param Remaining            $remaining What the page tells of how many are left.
	 */
	public function shows( array $item, Remaining $remaining ): bool {
		return self::OPEN !== $this->show || $remaining->is_open( $item );
	}

	/**
	 * Returns the query of the address that leads to another choice; everything else in it stays.
	 *
	 * @param string $parameter What is chosen: SHOW, SORT or GIVING.
	 * @param string $value     What it says; an empty text for what needs not be said.
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

	/**
	 * Returns what a parameter says, where that is one of the things that it may say.
	 *
	 * @param string       $parameter Name of the parameter.
	 * @param list<string> $choices   What it may say.
	 */
	private static function chosen( string $parameter, array $choices ): string {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended, WordPress.Security.ValidatedSanitizedInput -- Reading a page needs no nonce; it is only compared.
		$value = wp_unslash( $_GET[ $parameter ] ?? '' );
		return is_string( $value ) && in_array( $value, $choices, true ) ? $value : '';
	}
}
