<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Http\WrittenBytes;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\Client;
use Largesse\Foundation\Service\Rules;
use WP_Error;
use WP_Post;

/** Copies single items to other registries, and all open items to a new registry. */
final class Copies {

	public function __construct(
		private readonly Client $client,
		private readonly Items $items,
		private readonly WishOrder $order,
		private readonly Details $details
	) {}

	/**
	 * Copies the open items of a registry to a new registry of the same owner. Callers read the items with the numbers
	 * that the owner sees, so the copy reveals no secret gifts (rules: Surprise). A wish whose whole price is promised is
	 * not open.
	 *
	 * @param list<array<string, mixed>>|WP_Error $items All items of the registry.
	 * @param array<string, string> $fields       Fields of the new registry, see Details.
	 * @param int                   $seconds      Time after which no further items are copied.
	 * @param bool                  $is_next_year Whether the copy is for the same guests.
	 * @return array{id: int, copied: int, missing: list<string>}|WP_Error Id of the copy, number of copied items, and
	 *         names of the other items. An error if nothing was copied.
	 */
	public function copy_registry(
		WP_Post $registry,
		array|WP_Error $items,
		array $fields,
		int $seconds,
		bool $is_next_year = false
	): array|WP_Error {
		$end = time() + $seconds;
		if ( is_wp_error( $items ) ) {
			return Changes::unchanged( $items );
		}
		$items = array_filter(
			$items,
			static fn ( array $item ): bool => Items::remaining_publicly( $item )[ Store::REMAINING ] > 0
		);
		$full  = self::count( $items );
		if ( null !== $full ) {
			return $full;
		}
		// Copy the co-owners and keepers, so that gifts stay hidden from the same people.
		$lists  = $is_next_year ? RegistryMeta::PEOPLE : RegistryMeta::HELPERS;
		$people = array_map(
			static fn ( string $key ): array => Roles::entries_of( $registry, $key ),
			array_combine( $lists, $lists )
		);
		$id     = $this->details->create( array( 'post_author' => $registry->post_author ) + $fields, $people );
		if ( is_wp_error( $id ) ) {
			return $id;
		}
		$failure = null;
		$missing = array();
		$order   = WishOrder::of( $registry->ID );
		$grouped = array();
		foreach ( $items as $item ) {
			if ( time() < $end && ! Changes::would_fail_again( $failure ) ) {
				$answer  = $this->client->create_item(
					array( 'quantity_needed' => AnyNumber::open_quantity( $item ) ) + self::copied_fields( $item, $id )
				) ?? ApiError::not_the_service();
				$failure = is_wp_error( $answer ) ? $answer : null;
				if ( null === $failure ) {
					$grouped[ (int) ( $answer['data']['id'] ?? 0 ) ] = array(
						'heading'     => $order->heading_of( $item['id'] ),
						'most_wanted' => $order->is_most_wanted( $item['id'] ),
					);
					continue;
				}
			}
			$missing[] = (string) $item['name'];
		}
		if ( null !== $failure && count( $missing ) === count( $items ) ) {
			$this->details->delete( $id );
			return Changes::unchanged( $failure );
		}
		$this->order->group( $id, $grouped );
		$this->order->write( $id );
		/**
		 * Fires after a member copied the open wishes of a registry.
		 *
		 * @param int  $copy_id      Id of the new registry.
		 * @param int  $registry_id  Id of the registry that was copied.
		 * @param bool $is_next_year Whether the copy is next year's list, for the same guests. It is a draft.
		 */
		do_action( 'largesse_registry_copied', $id, $registry->ID, $is_next_year );
		return array(
			'id'      => $id,
			'copied'  => count( $items ) - count( $missing ),
			'missing' => $missing,
		);
	}

	/**
	 * Copies an item to another registry. The original stays the same, and no one gets a mail. The copy has no gifts.
	 * Unless the current user may edit both registries (`$is_own`), the copy has the quantity 1, no description and no
	 * affiliate link.
	 *
	 * @return array<string, mixed>|WP_Error|null The copy; null if the registry has no such item.
	 */
	public function copy_item( int $registry_id, int $item_id, int $to, bool $is_own ): array|WP_Error|null {
		$items = $this->items->all( $registry_id );
		if ( is_wp_error( $items ) ) {
			return Changes::unchanged( $items );
		}
		$item = array_column( $items, null, 'id' )[ $item_id ] ?? null;
		if ( null === $item ) {
			return null;
		}
		$full = self::count( array( $item ) );
		if ( null !== $full ) {
			return $full;
		}
		$own    = array( 'quantity_needed' => $item['quantity_needed'] );
		$others = array( 'quantity_needed' => 1 ) + array_fill_keys( Rules::OWN_FIELDS, null );
		return $this->items->add( $to, ( $is_own ? $own : $others ) + self::copied_fields( $item, $to ) );
	}

	/** Counts the bytes of copies, because the requests are much smaller. Returns the error if they are too many. */
	private static function count( array $items ): ?WP_Error {
		return WrittenBytes::count( strlen( (string) wp_json_encode( $items ) ) );
	}

	/** @return array<string, mixed> Fields of a copy, without quantity. */
	private static function copied_fields( array $item, int $to ): array {
		return array(
			'registry_id' => $to,
			'url'         => Wish::is_without_shop( $item ) ? Wish::placeholder() : $item['url'],
		) + array_intersect_key( $item, array_flip( Rules::COPIED_FIELDS ) );
	}
}
