<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Mail\Languages;
use Largesse\Mail\Queue;
use Largesse\Mail\QueuedMail;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\Store;
use Largesse\Service\Client;
use Largesse\Service\Rules;
use WP_Error;
use WP_Post;

/**
 * Finds out whose gifts are off the list, and puts each of them down: before the day is over, and as long as nobody was
 * thanked for them.
 */
final class Concerned {

	private readonly Purchases $purchases;

	private readonly Store $store;

	public function __construct( private readonly Queue $queue, Purchases $purchases, private readonly Client $client, Store $store ) {
		$this->purchases = $purchases->uncached();
		$this->store = $store->uncached();
	}

	/**
	 * Puts down whom the removal of wishes concerns; those that were brought back concern nobody.
	 *
	 * @param array<int, string|null> $removed Names of the wishes by id; null if they are not known.
	 * @return WP_Error|null Why that is not known now.
	 */
	public function by_removal( WP_Post $registry, array $removed ): ?WP_Error {
		$given = $this->given( $registry->ID );
		if ( array() === $given ) {
			return null;
		}
		$items = is_wp_error( $given ) ? $given : $this->store->items->all( $registry->ID );
		if ( is_wp_error( $items ) ) {
			return $items;
		}
		$gone = array_diff_key( $removed, array_column( $items, null, 'id' ) );
		$day  = (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true );
		foreach ( self::open( $given, $day ) as $purchase ) {
			if ( array_key_exists( $purchase['item_id'], $gone ) ) {
				$data = array(
					'registry' => $registry->ID,
					'purchase' => $purchase['id'],
					'name'     => $gone[ $purchase['item_id'] ],
				);
				$this->queue->put( QueuedMail::GONE, $purchase['id'], $data );
			}
		}
		return null;
	}

	/**
	 * Puts down whom the deletion of a registry concerns, with what nobody can be asked for afterwards.
	 *
	 * @param array<string, mixed> $seen What was known of it: registry, title, owner, day.
	 * @return WP_Error|null Why that is not known now.
	 */
	public function by_deletion( array $seen ): ?WP_Error {
		$given = $this->given( $seen['registry'] );
		if ( is_wp_error( $given ) ) {
			return $given;
		}
		$open = self::open( $given, $seen['day'] );
		if ( array() === $open ) {
			return null;
		}
		$query = array(
			'registry_id' => $seen['registry'],
			'limit'       => Rules::MAX_ITEMS_LISTED,
		);
		$items = $this->client->list_items( $query );
		$names = is_array( $items ) ? array_column( $items, 'name', 'id' ) : array();
		foreach ( $open as $purchase ) {
			$to = self::address_of( $purchase );
			if ( '' !== $to ) {
				$data = array(
					'to'       => $to,
					'locale'   => Languages::of_giver( $purchase ),
					'name'     => $names[ $purchase['item_id'] ] ?? null,
					'quantity' => $purchase['quantity'],
				);
				$this->queue->put( QueuedMail::GONE, $purchase['id'], $data + $seen );
			}
		}
		return null;
	}

	/**
	 * Returns the address that a giver left, here or with their account; an empty text for none.
	 *
	 * @param array<string, mixed> $purchase The purchase.
	 */
	public static function address_of( array $purchase ): string {
		$user = is_int( $purchase['giver_user_id'] ?? null ) ? get_userdata( $purchase['giver_user_id'] ) : false;
		return (string) ( $purchase['giver_email'] ?? ( $user ? $user->user_email : '' ) );
	}

	/**
	 * Returns all that is given on a registry; nothing if the service knows nothing of gifts.
	 *
	 * @return list<array<string, mixed>>|WP_Error
	 */
	private function given( int $registry_id ): array|WP_Error {
		$given = $this->purchases->has_service() ? $this->purchases->all_of( $registry_id ) : array();
		return is_wp_error( $given ) && Purchases::is_older_service( $given ) ? array() : $given;
	}

	/**
	 * Returns what guests still mean to give.
	 *
	 * @param list<array<string, mixed>> $purchases Purchases of a registry.
	 * @param string                     $day       Its day, `YYYY-MM-DD`; may be empty.
	 * @return list<array<string, mixed>>
	 */
	private static function open( array $purchases, string $day ): array {
		return array_values( array_filter( $purchases, static fn ( array $purchase ) => self::is_open( $purchase, $day ) ) );
	}

	/**
	 * Checks whether a guest still means to give something.
	 *
	 * @param array<string, mixed> $purchase The purchase.
	 * @param string               $day      Day of its registry, `YYYY-MM-DD`; may be empty.
	 */
	public static function is_open( array $purchase, string $day ): bool {
		return ( '' === $day || $day >= (string) wp_date( 'Y-m-d' ) ) && ! $purchase['is_owner'] && null === $purchase['thanked_at'];
	}
}
