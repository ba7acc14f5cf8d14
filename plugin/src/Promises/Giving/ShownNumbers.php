<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Registries\Registry\Items;
use Largesse\Registries\Registry\Place;
use Largesse\Services;
use WP_Error;
use WP_Post;

/**
 * Numbers of promises through other lists. The readers of a list learn them only while the list shows numbers (rules:
 * Who sees what).
 */
final class ShownNumbers {

	/**
	 * Returns the items of a list with the numbers that its recipients and guests may see. Reads the promises only if the
	 * list shows no numbers, and if there are open promises for its items.
	 *
	 * @param list<array<string, mixed>>|WP_Error $items
	 * @return list<array<string, mixed>>|WP_Error
	 */
	public static function of( WP_Post $registry, array|WP_Error $items ): array|WP_Error {
		if (
			is_wp_error( $items )
			|| Surprise::of( $registry )->shows_numbers()
			|| array() === array_filter( $items, self::has_promises( ... ) )
		) {
			return $items;
		}
		$place = Place::of_recipients( $registry );
		$gifts = Services::get( Purchases::class )->seen_in( $place );
		$parts = is_wp_error( $gifts ) ? $gifts : Purchases::parts_seen_in( $place );
		return is_wp_error( $parts ) ? $parts : array_map(
			static fn ( array $item ): array => self::without(
				$item,
				self::pieces_elsewhere( $item, $gifts ),
				self::amount_elsewhere( $item, $parts )
			),
			$items
		);
	}

	/**
	 * Returns the number of an item's pieces that are given openly through other lists.
	 *
	 * @param list<array<string, mixed>> $gifts Gifts through the list, as the service answers them for a reader.
	 */
	public static function pieces_elsewhere( array $item, array $gifts ): int {
		$pieces = (int) $item['quantity_purchased'] - (int) ( $item['quantity_surplus'] ?? 0 );
		return max( 0, $pieces - self::open( $item, $gifts, 'quantity' ) );
	}

	private static function amount_elsewhere( array $item, array $parts ): float {
		return max( 0.0, round( (float) ( $item['amount_promised'] ?? 0 ) - self::open( $item, $parts, 'amount' ), 2 ) );
	}

	/** Returns the sum of a field of the open promises of an item. */
	private static function open( array $item, array $promises, string $field ): int|float {
		return array_sum(
			array_column(
				array_filter(
					$promises,
					static fn ( array $one ): bool => $one['item_id'] === $item['id'] && ! $one['is_secret']
				),
				$field
			)
		);
	}

	private static function has_promises( array $item ): bool {
		return (int) $item['quantity_purchased'] > (int) ( $item['quantity_surplus'] ?? 0 )
			|| (float) ( $item['amount_promised'] ?? 0 ) > 0;
	}

	private static function without( array $item, int $pieces, float $amount ): array {
		$shown = array(
			'quantity_purchased' => (int) $item['quantity_purchased'] - $pieces,
			'amount_promised'    => round( (float) ( $item['amount_promised'] ?? 0 ) - $amount, 2 ),
		) + $item;
		return Items::remaining_publicly( $shown ) + $shown;
	}
}
