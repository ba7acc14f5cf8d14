<?php
declare( strict_types=1 );

namespace Largesse\Pages\Owners;

use Largesse\Promises\Giving\Purchases;
use Largesse\Registries\Registry\Place;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\Wish;
use WP_Error;
use WP_Post;

/**
 * The gifts of a registry that the visitor may see, as the service decides for the visitor's Place. The page, the file
 * and the printout use this class.
 */
final class VisibleGifts {

	/**
	 * @param list<array{id: string, item_id: int, wish: string, quantity: int, amount: float|null, currency: string|null, who: string, message: string, time: int, is_own: bool, is_secret: bool, is_thanked: bool, fields: array<string, string>}> $rows
	 *        The gifts and parts of gifts in the order of the wishes, then by time (seconds since 1970). `amount` is the
	 *        promised part of the price, in `currency`; null for a whole gift.
	 * @param array<int, int> $counts   Quantities by item id, for gifts whose givers the visitor does not see.
	 * @param array<int, int> $had      Pieces by item id that the owner has, without a gift. They count as bought, for
	 *                                  instance because they were imported.
	 * @param string          $had_text Text in place of a giver for pieces that the owner has.
	 * @param array<int, array{name: string, picture: string}> $wishes Names of the wishes with gifts, and addresses of
	 *        their pictures, by item id in the order of the list.
	 */
	private function __construct(
		public readonly array $rows,
		public readonly array $counts,
		public readonly array $had,
		public readonly string $had_text,
		public readonly array $wishes
	) {}

	/** Finds the gifts that a reader may see; null for the visitor. */
	public static function of(
		WP_Post $registry,
		Store $store,
		Purchases $purchases,
		?Place $place = null
	): self|WP_Error {
		$place ??= Place::of( $registry );
		$items   = $store->items->all( $registry->ID );
		$seen    = is_wp_error( $items ) ? $items : $purchases->seen_in( $place );
		$parts   = is_wp_error( $seen ) ? $seen : Purchases::parts_seen_in( $place );
		if ( is_wp_error( $parts ) ) {
			return $parts;
		}
		$counts  = self::elsewhere( $items, $seen );
		$seen    = array( ...$seen, ...array_map( self::part( ... ), $parts ) );
		$known_items = array_column( $items, null, 'id' );
		$places      = array_flip( array_keys( $known_items ) );
		usort(
			$seen,
			static fn ( array $one, array $other ) => self::sort_key( $one, $places ) <=> self::sort_key( $other, $places )
		);
		$had      = array_filter(
			array_column( $items, 'quantity_surplus', 'id' ),
			static fn ( int $quantity ): bool => $quantity > 0
		);
		$had_text = Roles::of( $registry )->is_owner()
			? __( 'You have it', 'largesse' )
			: __( 'The owner has it', 'largesse' );
		$gone     = __( 'A wish that is no longer on the list', 'largesse' );
		$given    = array_flip( array_column( $seen, 'item_id' ) ) + $counts;
		$wishes   = array_map(
			static fn ( int|array $item ): array => array(
				'name'    => is_array( $item ) ? (string) $item['name'] : $gone,
				'picture' => is_array( $item ) ? Wish::picture( $item ) : '',
			),
			array_intersect_key( $known_items, $given + $had ) + $given
		);
		$rows     = array();
		foreach ( $seen as $purchase ) {
			$item = $purchase['item_id'];
			if ( $purchase['is_giver_shown'] || $purchase['is_owner'] || isset( $purchase['amount'] ) ) {
				$rows[] = self::row(
					$registry,
					$purchase,
					$wishes[ $item ]['name'],
					$purchase['is_owner'] ? $had_text : self::giver_name( $purchase )
				);
			} else {
				$counts[ $item ] = ( $counts[ $item ] ?? 0 ) + $purchase['quantity'];
			}
		}
		return new self( $rows, $counts, $had, $had_text, $wishes );
	}

	/** Returns a part of a gift with the fields of a gift. Nobody marks thanks for it. */
	private static function part( array $share ): array {
		return array(
			'quantity'   => 1,
			'currency'   => $share['item_currency'],
			'message'    => null,
			'is_owner'   => false,
			'thanked_at' => null,
		) + $share;
	}

	/**
	 * Returns the numbers of pieces that are given through other lists, by item id. They are all that this list shows: the
	 * service counts what its readers may count, and names the gifts that they may see.
	 */
	private static function elsewhere( array $items, array $seen ): array {
		$open    = array_filter( $seen, static fn ( array $one ): bool => ! $one['is_secret'] );
		$numbers = array();
		foreach ( $items as $item ) {
			$here                   = array_filter( $open, static fn ( array $one ): bool => $one['item_id'] === $item['id'] );
			$pieces                 = (int) $item['quantity_purchased'] - (int) ( $item['quantity_surplus'] ?? 0 );
			$numbers[ $item['id'] ] = $pieces - (int) array_sum( array_column( $here, 'quantity' ) );
		}
		return array_filter( $numbers, static fn ( int $quantity ): bool => $quantity > 0 );
	}

	/** Sort key of a purchase; purchases of removed wishes come last. */
	private static function sort_key( array $purchase, array $places ): array {
		return array(
			$places[ $purchase['item_id'] ] ?? PHP_INT_MAX,
			$purchase['item_id'],
			$purchase['created_at'] . $purchase['id'],
		);
	}

	private static function row( WP_Post $registry, array $purchase, string $wish, string $who ): array {
		$row = array(
			'id'         => (string) $purchase['id'],
			'item_id'    => (int) $purchase['item_id'],
			'wish'       => $wish,
			'quantity'   => (int) $purchase['quantity'],
			'amount'     => isset( $purchase['amount'] ) ? (float) $purchase['amount'] : null,
			'currency'   => $purchase['currency'] ?? null,
			'who'        => $who,
			'message'    => (string) ( $purchase['message'] ?? '' ),
			'time'       => (int) strtotime( (string) $purchase['created_at'] ),
			'is_own'     => (bool) $purchase['is_owner'],
			'is_secret'  => (bool) $purchase['is_secret'],
			'is_thanked' => null !== $purchase['thanked_at'],
		);
		/**
		 * Filters the additional fields of a gift in the list of gifts, in its file and in `largesse_get_gifts()`. Runs
		 * only for gifts that the visitor may see.
		 *
		 * @param array<string, string> $fields   Plain texts by label.
		 * @param array<string, mixed>  $gift     The gift, as `largesse_get_gifts()` returns it.
		 * @param WP_Post               $registry The registry.
		 */
		return $row + array(
			'fields' => array_map( 'strval', (array) apply_filters( 'largesse_gift_fields', array(), $row, $registry ) ),
		);
	}

	private static function giver_name( array $purchase ): string {
		if ( ! $purchase['is_giver_shown'] ) {
			return __( 'Somebody', 'largesse' );
		}
		if ( null !== $purchase['giver_name'] ) {
			return (string) $purchase['giver_name'];
		}
		$user = null === $purchase['giver_user_id'] ? false : get_userdata( (int) $purchase['giver_user_id'] );
		return $user ? $user->display_name : __( 'Without a name', 'largesse' );
	}
}
