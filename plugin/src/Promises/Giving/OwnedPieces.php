<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\Client;
use Largesse\Registries\Registry\Place;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use WP_Error;
use WP_Post;

/**
 * Reads and changes the pieces that the owner of a registry already has. These are the owner's own purchases, and
 * the surplus: pieces that count as bought, but belong to no purchase. Callers check permissions.
 */
final class OwnedPieces {

	public function __construct(
		private readonly Client $client,
		private readonly Store $store,
		private readonly Purchases $purchases
	) {}

	/**
	 * Records that the owner already has an item. A repeated call with the same UUID creates no second purchase. Null if
	 * the registry has no such item, or if the id belongs to a guest's gift. The status of the error is 409 if too few
	 * pieces are left.
	 *
	 * @param array<string, mixed> $fields item_id and quantity.
	 */
	public function record( WP_Post $registry, string $id, array $fields ): array|WP_Error|null {
		$fields   = array(
			'registry_id'   => $registry->ID,
			'owner'         => true,
			'secret'        => false,
			'state'         => 'bought',
			'giver_user_id' => Roles::of( $registry )->is_owner() ? get_current_user_id() : (int) $registry->post_author,
		) + $fields;
		$purchase = $this->put( $id, $fields, array( 'is_new' => true ) );
		if ( ! is_wp_error( $purchase ) || Purchases::EXISTS !== ApiError::status( $purchase ) ) {
			return $purchase;
		}
		// The plugin's account may change any gift, so check whether this purchase is the owner's own.
		$before = $this->purchases->get( $id );
		if ( ! is_array( $before ) || ! self::is_own( $before, $registry->ID ) ) {
			return $before instanceof WP_Error ? $before : null;
		}
		return $this->put( $id, $fields );
	}

	/**
	 * Reduces the quantity that the owner has to `$left`. First reduces or deletes the owner's latest purchases. Then
	 * subtracts the rest from the surplus. Guests' gifts are kept. Null if the registry has no such item.
	 *
	 * @return true|WP_Error|null
	 */
	public function reduce( WP_Post $registry, int $item_id, int $left ): bool|WP_Error|null {
		// The form was read before; other people may have given in the meantime.
		$this->store->items->forget();
		$items = $this->store->items->all( $registry->ID );
		$seen  = is_wp_error( $items ) ? $items : $this->purchases->seen_in( Place::of_recipients( $registry ) );
		if ( is_wp_error( $seen ) ) {
			return $seen;
		}
		$item = array_column( $items, null, 'id' )[ $item_id ] ?? null;
		if ( null === $item ) {
			return null;
		}
		$surplus = self::quantity( $item, $seen ) - max( 0, $left );
		foreach ( array_reverse( $seen ) as $purchase ) {
			if ( $surplus <= 0 || $purchase['item_id'] !== $item_id || ! self::is_own( $purchase, $registry->ID ) ) {
				continue;
			}
			$kept   = max( 0, $purchase['quantity'] - $surplus );
			$result = $this->purchases->reduce_pieces( $registry, $purchase, $kept );
			if ( is_wp_error( $result ) ) {
				return $result;
			}
			$surplus -= $purchase['quantity'] - $kept;
		}
		if ( $surplus <= 0 ) {
			return true;
		}
		// The surplus belongs to the wish, so only owners of its own list change it.
		$home = $this->store->items->home( $registry->ID, $item_id );
		if ( is_wp_error( $home ) ) {
			return $home;
		}
		$answer = $this->client->uncount_purchases( compact( 'item_id' ) + array( 'quantity' => $surplus ) );
		if ( is_wp_error( $answer ) ) {
			return $answer;
		}
		$this->store->items->report_change( $registry->ID );
		return is_int( $answer['uncounted'] ?? null ) ? true : ApiError::not_the_service();
	}

	/** @return array<int, int>|WP_Error Numbers of pieces that the owner has, by item id. Items that nobody has bought are missing. */
	public static function of( WP_Post $registry, array $items, Purchases $purchases ): array|WP_Error {
		$bought = array_filter( $items, static fn ( array $item ) => $item['quantity_purchased'] > 0 );
		$seen   = $bought ? $purchases->seen_in( Place::of_recipients( $registry ) ) : array();
		if ( is_wp_error( $seen ) ) {
			return $seen;
		}
		return array_column(
			array_map( static fn ( array $item ) => array( $item['id'], self::quantity( $item, $seen ) ), $bought ),
			1,
			0
		);
	}

	/** Returns how many pieces of an item the owner has: the surplus, and the owner's own purchases through this list. */
	private static function quantity( array $item, array $seen ): int {
		$own = array_filter(
			$seen,
			static fn ( array $purchase ) => $purchase['item_id'] === $item['id'] && $purchase['is_owner']
		);
		return max( 0, (int) ( $item['quantity_surplus'] ?? 0 ) ) + array_sum( array_column( $own, 'quantity' ) );
	}

	private static function is_own( array $purchase, int $registry_id ): bool {
		return true === $purchase['is_owner'] && $registry_id === $purchase['registry_id'];
	}

	/**
	 * Stores a purchase. Always reports a change, even after an error. Otherwise, the number of database queries would
	 * depend on secret gifts, and the owner could notice a gift.
	 */
	private function put( string $id, array $fields, array $options = array() ): array|WP_Error|null {
		$answer = $this->client->put_purchase( $id, $fields, $options );
		$this->store->items->report_change( $fields['registry_id'] );
		return ApiError::data_or_error( $answer );
	}
}
