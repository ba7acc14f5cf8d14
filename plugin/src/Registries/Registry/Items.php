<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Http\Errors;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\Client;
use Largesse\Foundation\Service\Rules;
use WP_Error;
use WP_Post;
use WP_User;

/**
 * Reads and changes the items of registries. Except for imports and for wishes on several lists, calls only the item
 * routes of the service. The other requests state the registries, because the service would otherwise read them from
 * this site: the page would wait for a second request to its own site.
 */
final class Items {

	/** @var array<string, array<int, list<int>>|null> Answers of `places()`, by query. */
	private array $places = array();

	public function __construct(
		private readonly Client $client,
		private readonly ActiveItems $active,
		private readonly WishOrder $order
	) {}

	/** @return list<array<string, mixed>>|WP_Error Active items in the order of the page, with affiliate links. */
	public function all( int $registry_id ): array|WP_Error {
		return $this->sorted(
			$registry_id,
			static fn ( array $item ) => array_diff_key(
				$item,
				array_flip( array( Store::REMAINING, Store::AMOUNT_REMAINING ) )
			)
		);
	}

	/** @return list<array<string, mixed>>|WP_Error Items for public pages. Secret gifts and shares do not reduce what remains. */
	public function for_public( int $registry_id ): array|WP_Error {
		return $this->sorted( $registry_id, self::public_form( ... ) );
	}

	/**
	 * Returns what remains of an item without secret gifts and shares. Nothing remains if guests promise the whole price.
	 *
	 * @return array{quantity_remaining: int, amount_remaining: float}
	 */
	public static function remaining_publicly( array $item ): array {
		$promised = (float) ( $item['amount_promised'] ?? 0 );
		$rest     = max( 0.0, round( (float) ( $item['price'] ?? 0 ) - $promised, 2 ) );
		$left     = $promised > 0 && isset( $item['price'] ) && 0.0 === $rest
			? 0
			: max( 0, (int) $item['quantity_needed'] - (int) $item['quantity_purchased'] );
		return array(
			Store::REMAINING        => $left,
			Store::AMOUNT_REMAINING => 1 === $left && 1 === (int) $item['quantity_needed'] ? $rest : 0.0,
		);
	}

	/** @return array<string, mixed> An item that hides secret gifts and shares. */
	private static function public_form( array $item ): array {
		return array_replace( $item, self::remaining_publicly( $item ) );
	}

	/**
	 * Returns the items of a list for the visitor who may open it. For givers and keepers, the remaining quantities take
	 * secret gifts into account. Recipients, also of another list with an item, get the items of `for_public()` (rules:
	 * Surprise, Appearances).
	 *
	 * @return list<array<string, mixed>>|WP_Error
	 */
	public function for_reader( OpenedList $list ): array|WP_Error {
		$registry = $list->registry;
		if ( self::is_recipient( $registry->ID, wp_get_current_user() ) ) {
			return $this->for_public( $registry->ID );
		}
		$received = Appearances::received( $registry );
		return $this->sorted(
			$registry->ID,
			static fn ( array $item ) => Appearances::is_received( $item['id'], $received ) ? self::public_form( $item ) : $item
		);
	}

	/**
	 * Returns the lists whose recipients receive items, also deleted ones; null if the service does not answer. Asks once
	 * for each request of a visitor.
	 *
	 * @param array{registry_ids: list<int>}|array{ids: list<int>} $query At most Rules::MAX_IDS ids.
	 * @return array<int, list<int>>|null Ids of lists by id of the item.
	 */
	public function places( array $query ): ?array {
		$key = (string) wp_json_encode( $query );
		if ( ! array_key_exists( $key, $this->places ) ) {
			$answer               = $this->client->list_places( $query );
			$this->places[ $key ] = is_array( $answer ) && array_is_list( $answer )
				? array_column( $answer, 'registry_ids', 'item_id' )
				: null;
		}
		return $this->places[ $key ];
	}

	/** Checks whether a user is a recipient of the registry's gifts. */
	private static function is_recipient( int $registry_id, WP_User $user ): bool {
		$registry = get_post( $registry_id );
		return $registry instanceof WP_Post && Roles::of( $registry )->is_recipient( $user );
	}

	/**
	 * Sorts the items by heading, then by the stored order. Items that this order lacks come last under their heading.
	 *
	 * @param callable(array<string, mixed>): array<string, mixed> $form Converts each item.
	 * @return list<array<string, mixed>>|WP_Error
	 */
	private function sorted( int $registry_id, callable $form ): array|WP_Error {
		$items = $this->active->read( $registry_id, ! self::is_recipient( $registry_id, wp_get_current_user() ) );
		if ( is_wp_error( $items ) ) {
			return $items;
		}
		$by_id = array_column( $items, null, 'id' );
		return array_map(
			static fn ( int $id ) => $form( $by_id[ $id ] ),
			WishOrder::of( $registry_id )->shown( array_keys( $by_id ) )
		);
	}

	/** Makes the next read ask the service again, after the numbers of items have changed. */
	public function forget(): void {
		$this->active->forget();
		$this->places = array();
	}

	/** Like `forget`, after a change that the pages of the list show, and pages of other lists with its items. */
	public function report_change( int $registry_id ): void {
		$this->forget();
		Changes::fire_changed( $registry_id );
		$registry = get_post( $registry_id );
		foreach ( $registry instanceof WP_Post ? Appearances::of( $registry ) : array() as $other ) {
			Changes::fire_changed( $other['registry']->ID );
		}
	}

	/** @return int|WP_Error An item's own registry. An error if the visitor may not edit this registry. */
	public function home( int $registry_id, int $item_id ): int|WP_Error {
		$registry = get_post( $registry_id );
		if ( ! $registry instanceof WP_Post || array() === Appearances::of_item( $registry, $item_id ) ) {
			return $registry_id;
		}
		$items = $this->active->fetch( $registry_id );
		$home  = $this->active->home( $registry_id, $item_id );
		return match ( true ) {
			is_wp_error( $items ) => Changes::unchanged( $items ),
			$home === $registry_id || current_user_can( 'edit_post', $home ) => $home,
			default => Errors::forbidden( __( 'This wish belongs to another list, so only the owners of that list can change it.', 'largesse' ) ),
		};
	}

	/** Returns the id of an item's own registry; null if the item is on no list, or if the service does not answer. */
	public function registry_of( int $item_id ): ?int {
		$item = $this->client->get_item( $item_id );
		return is_array( $item ) ? $item['registry_id'] : null;
	}

	/**
	 * Adds an item of another list of the same author to a list. May be repeated. The visitor must be an editor of both.
	 *
	 * @return true|WP_Error|null Null if the item no longer exists.
	 */
	public function show_on( int $registry_id, int $item_id ): bool|WP_Error|null {
		$item = $this->client->get_item( $item_id );
		if ( ! is_array( $item ) ) {
			return $item;
		}
		if ( ! current_user_can( 'edit_post', $item['registry_id'] ) || ! current_user_can( 'edit_post', $registry_id ) ) {
			return null;
		}
		$answer = $this->client
			->stating( RegistryStates::of( $registry_id, $item['registry_id'] ) )
			->add_appearance( $registry_id, $item_id );
		$this->order->write( $item['registry_id'] );
		return $this->after_appearance( $registry_id, $answer );
	}

	/** Reverses `show_on`. May be repeated. The visitor must be an editor of both. @return true|WP_Error */
	public function hide_on( int $registry_id, int $item_id ): bool|WP_Error {
		$item = $this->client->get_item( $item_id );
		if (
			is_array( $item )
			&& ( ! current_user_can( 'edit_post', $item['registry_id'] ) || ! current_user_can( 'edit_post', $registry_id ) )
		) {
			return Errors::forbidden( __( 'This wish belongs to another list, so only the owners of that list can change it.', 'largesse' ) );
		}
		$home = is_array( $item ) ? $item['registry_id'] : $registry_id;
		return $this->after_appearance( $registry_id, $this->leave( $registry_id, $item_id, $home ) );
	}

	/** Removes an item from a list that is not its own. @param int $home Its own list. */
	private function leave( int $registry_id, int $item_id, int $home ): mixed {
		return $this->client
			->stating( RegistryStates::of( $registry_id, $home ) )
			->remove_appearance( $registry_id, $item_id );
	}

	/** Writes the order of a list after the service has added or removed an item of another list. */
	private function after_appearance( int $registry_id, mixed $answer ): bool|WP_Error {
		$this->order->write( $registry_id );
		$this->report_change( $registry_id );
		return is_wp_error( $answer ) ? $answer : true;
	}

	/**
	 * Creates an item.
	 *
	 * @param array<string, mixed> $fields
	 * @param string               $heading Heading above the item; '' or an unknown heading for none.
	 * @param string|null          $key     Key of the request (Client::create_item()).
	 * @return array<string, mixed>|WP_Error The item.
	 */
	public function add( int $registry_id, array $fields, string $heading = '', ?string $key = null ): array|WP_Error {
		$item = $this->changed(
			$registry_id,
			$this->client->create_item( array( 'registry_id' => $registry_id ) + $fields, $key )
		);
		if ( is_array( $item ) ) {
			$is_put = '' !== $heading
				&& true === WishOrder::store_headings(
					$registry_id,
					static fn ( Order $headings ) => $headings->has( $heading )
						? $headings->with_item( $item['id'], $heading )
						: Changes::outdated()
				);
			$this->order->write(
				$registry_id,
				$is_put ? static fn ( array $order ) => WishOrder::of( $registry_id )->sort( $order ) : null
			);
		}
		return $item ?? ApiError::not_the_service();
	}

	/**
	 * Creates several items in their order, with as few requests as possible. Stops after a failure of the service.
	 *
	 * @param array<int, array<string, mixed>> $all Fields of each item.
	 * @return array<int, array<string, mixed>|WP_Error|null> Items or errors by the keys of `$all`; null if not tried.
	 */
	public function add_all( int $registry_id, array $all ): array {
		$answers = array_fill_keys( array_keys( $all ), null );
		foreach ( self::batches( $all ) as $batch ) {
			$created = $this->add_batch( $registry_id, $batch );
			$answers = array_replace( $answers, $created );
			if ( array_filter( array_filter( $created, 'is_wp_error' ), Changes::would_fail_again( ... ) ) ) {
				break;
			}
		}
		$this->report_change( $registry_id );
		if ( array_filter( $answers, 'is_array' ) ) {
			$this->order->write( $registry_id );
		}
		return $answers;
	}

	/** @return list<array<int, array<string, mixed>>> New items, divided into lists that fit into one request. */
	private static function batches( array $all ): array {
		$batches = array();
		$size    = 0;
		foreach ( $all as $key => $fields ) {
			$bytes = strlen( (string) wp_json_encode( $fields ) ) + 2;
			$last  = count( $batches ) - 1;
			if (
				$last < 0 || count( $batches[ $last ] ) === Rules::MAX_ITEMS_AT_ONCE || $size + $bytes > Rules::MAX_ITEMS_BYTES
			) {
				$batches[ ++$last ] = array();
				$size               = 0;
			}
			$batches[ $last ][ $key ] = $fields;
			$size                    += $bytes;
		}
		return $batches;
	}

	/** Like `add_all`, with one request. If the service refuses some of the items, sends the others again. */
	private function add_batch( int $registry_id, array $batch ): array {
		$refused = array();
		while ( $batch ) {
			$answer = ApiError::data_or_error(
				$this->client
					->stating( RegistryStates::of( $registry_id ) )
					->create_registry_item( $registry_id, array_values( $batch ) )
			) ?? ApiError::not_the_service();
			if ( ! is_wp_error( $answer ) ) {
				$is_complete = array_is_list( $answer )
					&& count( array_filter( array_column( $answer, 'id' ), 'is_int' ) ) === count( $batch );
				return $refused + (
					$is_complete
					? array_combine( array_keys( $batch ), $answer )
					: array_fill_keys( array_keys( $batch ), ApiError::not_the_service( 200 ) )
				);
			}
			$wrong = array_filter(
				array_map( static fn ( int $index ) => ApiError::of_entry( $answer, $index ), range( 0, count( $batch ) - 1 ) )
			);
			if ( ! $wrong ) {
				return $refused + array_fill_keys( array_keys( $batch ), $answer );
			}
			$keys     = array_intersect_key( array_keys( $batch ), $wrong );
			$refused += array_combine( $keys, $wrong );
			$batch    = array_diff_key( $batch, array_flip( $keys ) );
		}
		return $refused;
	}

	/**
	 * Changes the given fields of an item.
	 *
	 * @param array<string, mixed> $fields  Fields to change.
	 * @param string|null          $version Value of updated_at that the caller has read; null for any version.
	 * @return array<string, mixed>|WP_Error|null The item; null if the registry has no such item.
	 */
	public function update( int $registry_id, int $item_id, array $fields, ?string $version = null ): array|WP_Error|null {
		$home = $this->home( $registry_id, $item_id );
		if ( is_wp_error( $home ) ) {
			return $home;
		}
		$expected = array(
			'registry_id' => $home,
			'updated_at'  => $version,
		);
		$item = $this->changed( $registry_id, $this->client->update_item( $item_id, $fields, $expected ) );
		if ( is_array( $item ) ) {
			/**
			 * Fires when fields of a wish were changed on the site.
			 *
			 * @param int                  $registry_id Id of the registry.
			 * @param array<string, mixed> $item        The item.
			 */
			do_action( 'largesse_wish_changed', $registry_id, $item );
		}
		return $item;
	}

	/**
	 * Removes an item from a list. Only its own list deletes it.
	 *
	 * @return array{before: int|null, heading: string, is_most_wanted: bool}|WP_Error|null Its former place: the next
	 *         item, the heading, and whether it was most wanted. Null if the registry has no such item.
	 */
	public function remove( int $registry_id, int $item_id ): array|WP_Error|null {
		$order = WishOrder::of( $registry_id );
		$home  = $this->home( $registry_id, $item_id );
		if ( is_wp_error( $home ) ) {
			return $home;
		}
		$item    = $home === $registry_id ? null : $this->client->get_item( $item_id );
		$gone    = $home === $registry_id ? null : $this->leave( $registry_id, $item_id, $home );
		$removed = $home === $registry_id
			? $this->changed( $registry_id, $this->client->delete_item( $item_id, array( 'registry_id' => $registry_id ) ) )
			: ( is_wp_error( $gone ) ? $gone : $item );
		if ( ! is_array( $removed ) ) {
			return $removed;
		}
		if ( $home !== $registry_id ) {
			$this->report_change( $registry_id );
		}
		$left = $this->order->write( $registry_id, null, array( $item_id => (string) $removed['name'] ) );
		// The stored list may lack items. Pages show missing items after the listed items, ordered by id.
		$active = array( ...( is_wp_error( $left ) ? $order->ids : $left ), $item_id );
		sort( $active );
		return array(
			'before'         => Order::after( $order->shown( $active ), $item_id ),
			'heading'        => $order->heading_of( $item_id ),
			'is_most_wanted' => $order->is_most_wanted( $item_id ),
		);
	}

	/**
	 * Restores a removed item.
	 *
	 * @param int|null             $before  Item that follows the restored item; null or an unknown id for the end.
	 * @param string               $heading Heading above the item; '' or an unknown heading for none.
	 * @param array<string, mixed> $fields  Fields to change at the same time.
	 * @return array<string, mixed>|WP_Error|null The item; null if the registry never had the item.
	 */
	public function restore(
		int $registry_id,
		int $item_id,
		?int $before,
		string $heading = '',
		bool $is_most_wanted = false,
		array $fields = array()
	): array|WP_Error|null {
		$item = $this->update( $registry_id, $item_id, array( 'is_active' => true ) + $fields );
		if (
			null === $item
			&& '' !== Changes::removed_name( $registry_id, $item_id )
			&& true === $this->show_on( $registry_id, $item_id )
		) {
			$item = $this->client->get_item( $item_id );
		}
		if ( is_array( $item ) ) {
			WishOrder::store_headings(
				$registry_id,
				static fn ( Order $headings ) => $headings->with_item( $item_id, $headings->has( $heading ) ? $heading : '' )
			);
			WishOrder::mark( $registry_id, array( $item_id ), $is_most_wanted );
			$this->order->write(
				$registry_id,
				static fn ( array $order ) => Order::move( WishOrder::of( $registry_id )->sort( $order ), $item_id, $before )
			);
		}
		return $item;
	}

	/**
	 * Deactivates at most `$most` items, even of a deleted registry. Each item takes one request.
	 *
	 * @param array<string, mixed> $overwritten Fields that are overwritten at the same time.
	 * @return int|WP_Error Number of deactivated items. If this is the maximum, other items may still be active.
	 */
	public function retire( int $registry_id, array $overwritten = array(), int $most = PHP_INT_MAX ): int|WP_Error {
		$items = $this->active->fetch( $registry_id );
		if ( is_wp_error( $items ) ) {
			return $items;
		}
		$retired = array_slice( $items, 0, $most );
		$answer  = null;
		foreach ( $retired as $item ) {
			$home   = $this->active->home( $registry_id, $item['id'] );
			$answer = $home === $registry_id
				? $this->client->update_item(
					$item['id'],
					$overwritten + array( 'is_active' => false ),
					array( 'registry_id' => $registry_id )
				)
				: $this->leave( $registry_id, $item['id'], $home );
			// The answer is null if another request has removed the item.
			if ( is_wp_error( $answer ) ) {
				break;
			}
		}
		$this->report_change( $registry_id );
		return is_wp_error( $answer ) ? $answer : count( $retired );
	}

	/** @return array<string, mixed>|WP_Error|null Item in a response, after reporting its change; null if it is missing. */
	private function changed( int $registry_id, mixed $answer ): array|WP_Error|null {
		// After a failure, too, because the service may have changed the item before the connection failed.
		$this->report_change( $registry_id );
		if ( is_wp_error( $answer ) ) {
			return 412 === ApiError::status( $answer ) ? Changes::outdated() : $answer;
		}
		if ( null === $answer ) {
			return null;
		}
		return is_int( $answer['data']['id'] ?? null )
			? Wish::with_present_picture( $answer['data'] )
			: ApiError::not_the_service( 200 );
	}

	/** @return true|WP_Error|null Null if the registry has no such item. */
	public function mark_most_wanted( int $registry_id, int $item_id, bool $is_most_wanted ): bool|WP_Error|null {
		$items = $this->all( $registry_id );
		if ( is_wp_error( $items ) ) {
			return Changes::unchanged( $items );
		}
		if ( ! in_array( $item_id, array_column( $items, 'id' ), true ) ) {
			return null;
		}
		$done = WishOrder::mark( $registry_id, array( $item_id ), $is_most_wanted );
		Changes::fire_changed( $registry_id );
		return $done;
	}
}
