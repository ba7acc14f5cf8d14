<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\CombinedMailSender;
use Largesse\Mail\GiverLanguage;
use Largesse\Mail\Queue;
use Largesse\QueuedMail;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RemovedItems;
use Largesse\Registry\Store;
use Largesse\Service\Client;
use Largesse\Service\Rules;
use WP_Error;
use WP_Post;

/**
 * Finds the givers affected by deleted wishes and registries, and queues a mail for each giver. Queues no mail after
 * the occasion, or if the owner has already said thanks for the gift.
 */
final class AffectedGivers implements CombinedMailSender {

	/** Kind of the queue entry for a removed wish. */
	public const REMOVED = 'removed';

	/** Kind of the queue entry for a deleted registry. */
	public const DELETED = 'deleted';

	private readonly Purchases $purchases;

	private readonly Store $store;

	public function __construct( private readonly Queue $queue, Purchases $purchases, private readonly Client $client, Store $store ) {
		$this->purchases = $purchases->in_background();
		$this->store = $store->in_background();
	}

	/**
	 * Finds the givers of removed wishes and deleted registries, and queues their mails.
	 *
	 * @param list<QueuedMail> $mails Queue entries for wishes and registries.
	 * @param int              $until Not used: the method itself sends no mails, which could take long.
	 */
	public function send_all( array $mails, int $until ): void {
		$deletions   = array_filter( $mails, static fn ( QueuedMail $mail ): bool => self::DELETED === $mail->kind );
		$by_registry = array();
		foreach ( array_diff_key( $mails, $deletions ) as $mail ) {
			$by_registry[ (int) $mail->data['registry'] ][ (int) $mail->data['item'] ] = $mail;
		}
		foreach ( $by_registry as $removals ) {
			$registry = reset( $removals )->registry();
			$names    = array_map( static fn ( QueuedMail $mail ) => $mail->data['name'], $removals );
			$this->queue->finish( $removals, null === $registry || ! is_wp_error( $this->queue_removal_mails( $registry, $names ) ) );
		}
		foreach ( $deletions as $mail ) {
			$this->queue->finish( array( $mail ), ! is_wp_error( $this->queue_deletion_mails( $mail->data ) ) );
		}
	}

	/**
	 * Queues mails to the givers of deleted wishes. Ignores restored wishes.
	 *
	 * @param array<int, string|null> $removed Names of the wishes by id; null if they are unknown.
	 * @return WP_Error|null Error if the givers are currently unknown.
	 */
	private function queue_removal_mails( WP_Post $registry, array $removed ): ?WP_Error {
		$now   = (int) ( 1000 * microtime( true ) );
		$items = $this->purchases->has_service() ? $this->store->items->all( $registry->ID ) : array();
		if ( is_wp_error( $items ) ) {
			return $items;
		}
		$removed = array_diff_key( $removed, array_column( $items, null, 'id' ) );
		$gone    = array_filter( $removed, static fn ( int $item_id ): bool => ! ReportedRemovals::has( $registry->ID, $item_id ), ARRAY_FILTER_USE_KEY );
		$given   = $this->gifts_of( $registry->ID );
		if ( is_wp_error( $given ) ) {
			return $given;
		}
		foreach ( $given as $purchase ) {
			// The list through which the gift was made. Its guests know no other list (rules: Appearances).
			$list = $purchase['registry_id'];
			if ( array_key_exists( $purchase['item_id'], $gone ) && self::is_open( $purchase, (string) get_post_meta( $list, RegistryMeta::EVENT_DATE, true ) ) ) {
				$name = $gone[ $purchase['item_id'] ] ?? RemovedItems::name( $registry->ID, $purchase['item_id'] );
				$data = array(
					'registry' => $list,
					'purchase' => $purchase['id'],
					'name'     => '' === $name ? null : $name,
				);
				$this->queue->put( GiverMailSender::GONE, $purchase['id'], $data );
			}
		}
		ReportedRemovals::add( $registry->ID, array_keys( $gone ), $now );
		return null;
	}

	/**
	 * Queues mails to the givers of a deleted registry. The queue entries contain the data that is unavailable later.
	 *
	 * @param array<string, mixed> $deleted Data about the registry: registry, title, recipients and day. May
	 *                                      contain `given` and `names`, as in `data_of`; otherwise they are read now.
	 * @return WP_Error|null Error if the givers are currently unknown.
	 */
	public function queue_deletion_mails( array $deleted ): ?WP_Error {
		$data = isset( $deleted['given'] ) ? $deleted : $this->data_of( $deleted['registry'], Client::TIMEOUT_S );
		if ( is_wp_error( $data ) ) {
			return $data;
		}
		foreach ( self::open_gifts( $data['given'], $deleted['day'] ) as $purchase ) {
			$to   = self::address_of( $purchase );
			$list = $purchase['registry_id'] ?? $deleted['registry'];
			if ( '' !== $to ) {
				// Guests of another list must not learn of the deleted registry (rules: Appearances).
				$mail = ( $deleted['registry'] === $list ? array() : array(
					'registry'   => $list,
					'is_removed' => true,
				) ) + array(
					'to'       => $to,
					'locale'   => GiverLanguage::of_giver( $purchase ),
					'name'     => $data['names'][ $purchase['item_id'] ] ?? null,
					'quantity' => $purchase['quantity'],
				);
				$this->queue->put( GiverMailSender::GONE, $purchase['id'], $mail + array_diff_key( $deleted, array_flip( array( 'given', 'names' ) ) ) );
			}
		}
		return null;
	}

	/**
	 * Returns the data of a registry for mails. Call this method before the data is erased. The number of requests is
	 * the same with and without gifts.
	 *
	 * @param int $timeout Timeout of a request in seconds.
	 * @return array{given: list<array<string, mixed>>, names: array<int, string>}|WP_Error Purchases, and names of the items by id.
	 */
	public function data_of( int $registry_id, int $timeout ): array|WP_Error {
		if ( ! $this->purchases->has_service() ) {
			return array(
				'given' => array(),
				'names' => array(),
			);
		}
		$given = $this->purchases->with_timeout( $timeout )->of_registry( $registry_id );
		if ( is_wp_error( $given ) ) {
			return $given;
		}
		$query = array(
			'registry_id' => $registry_id,
			'limit'       => Rules::MAX_ITEMS_LISTED,
		);
		$items = $this->client->with_timeout( $timeout )->list_items( $query );
		$names = is_array( $items ) ? array_column( $items, 'name', 'id' ) : array();
		$needed = array_flip( array( 'id', 'item_id', 'registry_id', 'quantity', 'giver_user_id', 'giver_email', 'is_owner', 'thanked_at' ) );
		return array(
			'given' => array_map( static fn ( array $purchase ): array => array_intersect_key( $purchase, $needed ), $given ),
			'names' => $names,
		);
	}

	/**
	 * Returns the address from the gift or from the giver's account; an empty text for none.
	 *
	 * @param array<string, mixed> $purchase The purchase.
	 */
	public static function address_of( array $purchase ): string {
		$user = is_int( $purchase['giver_user_id'] ?? null ) ? get_userdata( $purchase['giver_user_id'] ) : false;
		return (string) ( $purchase['giver_email'] ?? ( $user ? $user->user_email : '' ) );
	}

	/** @return list<array<string, mixed>>|WP_Error */
	private function gifts_of( int $registry_id ): array|WP_Error {
		return $this->purchases->has_service() ? $this->purchases->of_registry( $registry_id ) : array();
	}

	/**
	 * Returns the gifts that the recipients still expect.
	 *
	 * @param list<array<string, mixed>> $purchases Purchases of a registry.
	 * @param string                     $day       Date of the occasion, `YYYY-MM-DD`; may be empty.
	 * @return list<array<string, mixed>>
	 */
	private static function open_gifts( array $purchases, string $day ): array {
		return array_values( array_filter( $purchases, static fn ( array $purchase ) => self::is_open( $purchase, $day ) ) );
	}

	/**
	 * Checks whether the recipients still expect a gift: the occasion is not over, a guest gives it, and nobody has
	 * said thanks.
	 *
	 * @param array<string, mixed> $purchase The purchase.
	 * @param string               $day      Date of the occasion, `YYYY-MM-DD`; may be empty.
	 */
	public static function is_open( array $purchase, string $day ): bool {
		return ( '' === $day || $day >= (string) wp_date( 'Y-m-d' ) ) && ! $purchase['is_owner'] && null === $purchase['thanked_at'];
	}
}
