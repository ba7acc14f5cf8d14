<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Api\Client;
use Largesse\Api\Rules;
use WP_Error;
use WP_Post;

/**
 * Changes registries, their items and their invitees, and nothing else does: pages, screens, WP-CLI and privacy tools
 * come here, and so do the lists that the API writes through WordPress's REST API. Nothing overwrites what the writer
 * has not read: the API compares items, StoredList a list, StoredFields the rest. Callers check who may do what.
 *
 * It speaks to the item routes of the API alone: a registry route would ask this site back, and the page would wait for
 * itself.
 */
final class Store {

	/** Code of the error where something is not as the caller has read it. */
	public const OUTDATED = 'largesse_outdated';

	/** Code of the error where somebody else's change takes too long to wait for. */
	public const BUSY = Lock::BUSY;

	/** Key of an item under which stands how many are left to give. */
	public const REMAINING = 'quantity_remaining';

	/** Lists of those who help with a registry. */
	private const HELPERS = array( RegistryMeta::OWNERS, RegistryMeta::KEEPERS );

	/** Status of the service's error where a field breaks its rule. */
	private const UNPROCESSABLE = 422;

	/** How often the order is compared with the API while others change the registry. */
	private const ATTEMPTS = 10;

	/**
	 * Keeps what it works with.
	 *
	 * @param Client     $client Changes items.
	 * @param ItemReader $reader Reads them.
	 */
	public function __construct(
		private readonly Client $client,
		private readonly ItemReader $reader
	) {}

	/**
	 * Makes a registry of the current user.
	 *
	 * @param array<string, string>       $fields See StoredFields.
	 * @param array<string, list<string>> $people Who stands on its lists, by meta key.
	 * @return int|WP_Error Its id.
	 */
	public function create( array $fields, array $people = array() ): int|WP_Error {
		return StoredFields::create( $fields, $people );
	}

	/**
	 * Changes fields of a registry, as long as it is as the caller has read it.
	 *
	 * @param array<string, string> $fields  See StoredFields.
	 * @param string                $version What `version_of` gave then.
	 * @return true|WP_Error|null Null where there is no such registry.
	 */
	public function update( int $registry_id, array $fields, string $version ): bool|WP_Error|null {
		$is_stored = StoredFields::update( $registry_id, $fields, $version );
		return false === $is_stored ? self::outdated() : $is_stored;
	}

	/** Returns what changes whenever the fields of a registry do. Items and invitees do not count. */
	public function version_of( WP_Post $registry ): string {
		return StoredFields::version_of( $registry );
	}

	/**
	 * Makes a registry of what is open on another one, for the same owner. What is open is told by the numbers that the
	 * owner sees, so it gives away nothing of what is secret (rules: Surprise).
	 *
	 * @param WP_Post               $registry The other one.
	 * @param array<string, string> $fields   Fields of the new one, see StoredFields.
	 * @param int                   $seconds  How long it may take; what is not copied by then is missing.
	 * @return array{id: int, copied: int, missing: list<string>}|WP_Error How many items it has, and the names of those that
	 *                                                                     could not be copied. An error where none could.
	 */
	public function copy_open( WP_Post $registry, array $fields, int $seconds ): array|WP_Error {
		$end   = time() + $seconds;
		$items = $this->reader->fetch( $registry->ID );
		if ( is_wp_error( $items ) ) {
			return self::unchanged( $items );
		}
		$this->reader->keep( $registry->ID, $items );
		$items = array_filter( (array) $this->items( $registry->ID ), static fn ( array $item ) => $item['quantity_needed'] > $item['quantity_purchased'] );
		// Who helps with it goes on, also whoever makes the copy; what one of them must not know stays the same.
		$people = array_map( static fn ( string $key ): array => Invitees::entries_of( $registry, $key ), array_combine( self::HELPERS, self::HELPERS ) );
		$id     = StoredFields::create( array( 'post_author' => $registry->post_author ) + $fields, $people );
		if ( is_wp_error( $id ) ) {
			return $id;
		}
		$failure = null;
		$missing = array();
		foreach ( $items as $item ) {
			// An item may break a rule that is younger than it; whatever else fails would fail again.
			if ( time() < $end && ( null === $failure || self::UNPROCESSABLE === ( $failure->get_error_data()['status'] ?? 0 ) ) ) {
				$answer  = $this->client->create_item( self::copy_of( $item, $id ) ) ?? Client::not_the_service();
				$failure = is_wp_error( $answer ) ? $answer : null;
				if ( null === $failure ) {
					continue;
				}
			}
			$missing[] = (string) $item['name'];
		}
		if ( null !== $failure && count( $missing ) === count( $items ) ) {
			$this->delete( $id );
			return self::unchanged( $failure );
		}
		$this->write_order( $id );
		return array(
			'id'      => $id,
			'copied'  => count( $items ) - count( $missing ),
			'missing' => $missing,
		);
	}

	/** Keeps a registry as past, or brings it back among the others. */
	public function keep_as_past( int $registry_id, bool $is_past ): void {
		if ( $is_past ) {
			update_post_meta( $registry_id, RegistryMeta::PAST, '1' );
		} else {
			delete_post_meta( $registry_id, RegistryMeta::PAST );
		}
	}

	/** Deletes a registry for good; its items follow at the end of the request (see DeletedRegistries). */
	public function delete( int $registry_id ): bool {
		return (bool) wp_delete_post( $registry_id, true );
	}

	/**
	 * Invites people; either all of them, or nobody. Anyone who is invited already keeps the first spelling.
	 *
	 * @param list<string> $entries User names and e-mail addresses.
	 * @return int|WP_Error How many were not invited yet.
	 */
	public function invite( int $registry_id, array $entries ): int|WP_Error {
		$problem = Invitees::problem_of( $entries );
		if ( null !== $problem ) {
			return $problem;
		}
		$added   = 0;
		$is_full = false;
		$changed = $this->change_invitees(
			$registry_id,
			static function ( array $invited ) use ( $entries, &$added, &$is_full ): array {
				$all     = Invitees::each_once( array_merge( $invited, $entries ) );
				$added   = count( $all ) - count( $invited );
				$is_full = $added > 0 && count( $all ) > Rules::MAX_INVITEES;
				return $is_full ? $invited : $all;
			}
		);
		if ( $is_full ) {
			/* translators: %d: a number of people. */
			return new WP_Error( 'largesse_invitees', sprintf( __( 'A registry has at most %d invitees.', 'largesse' ), Rules::MAX_INVITEES ) );
		}
		return is_wp_error( $changed ) ? $changed : max( 0, $added );
	}

	/**
	 * Takes invitations back, however they are written.
	 *
	 * @param list<string> $entries User names and e-mail addresses.
	 * @return true|WP_Error
	 */
	public function uninvite( int $registry_id, array $entries ): bool|WP_Error {
		$gone    = array_map( Invitees::normalize( ... ), $entries );
		$changed = $this->change_invitees(
			$registry_id,
			static fn ( array $invited ) => array_values( array_filter( $invited, static fn ( string $entry ) => ! in_array( Invitees::normalize( $entry ), $gone, true ) ) )
		);
		if ( true === $changed ) {
			/**
			 * Fires when invitations were taken back on the site.
			 *
			 * @param int          $registry_id Id of the registry.
			 * @param list<string> $entries     User names and e-mail addresses that are no longer on the list.
			 */
			do_action( 'largesse_uninvited', $registry_id, $entries );
		}
		return $changed;
	}

	/**
	 * Makes somebody a co-owner or a keeper; whoever is one already stays as they are written.
	 *
	 * @param string $key   RegistryMeta::OWNERS or RegistryMeta::KEEPERS.
	 * @param string $entry User name or e-mail address.
	 * @return true|WP_Error
	 */
	public function add_helper( WP_Post $registry, string $key, string $entry ): bool|WP_Error {
		return Helpers::add( $registry, $key, $entry );
	}

	/**
	 * Takes somebody off the list of co-owners, keepers or invitees, however they are written.
	 *
	 * @param string $key   One of RegistryMeta::PEOPLE.
	 * @param string $entry User name or e-mail address.
	 * @return true|WP_Error
	 */
	public function remove_person( WP_Post $registry, string $key, string $entry ): bool|WP_Error {
		return Helpers::remove( $registry, $key, $entry );
	}

	/**
	 * Writes somebody differently where they are co-owner or keeper.
	 *
	 * @param string $key RegistryMeta::OWNERS or RegistryMeta::KEEPERS.
	 * @param string $old The entry so far.
	 * @param string $now The entry from now on.
	 * @return true|WP_Error
	 */
	public function rename_helper( WP_Post $registry, string $key, string $old, string $now ): bool|WP_Error {
		return Helpers::rename( $registry, $key, $old, $now );
	}

	/**
	 * Writes lists in the place of those that somebody has read: all of them, or none.
	 *
	 * @param array<string, string> $digests SHA-256, hex, of the lists that were read, by meta key.
	 * @param array<string, string> $lists   The new ones as JSON, by meta key; each has a digest.
	 * @return bool Whether they stand there now.
	 */
	public function replace_lists( int $registry_id, array $digests, array $lists ): bool {
		foreach ( $digests as $key => $digest ) {
			if ( ! ( new StoredList( $registry_id, $key ) )->is( $digest ) ) {
				return false;
			}
		}
		$listed = ItemOrder::of( $registry_id );
		foreach ( $lists as $key => $json ) {
			if ( ! ( new StoredList( $registry_id, $key ) )->replace( $digests[ $key ], $json ) ) {
				return false;
			}
		}
		if ( isset( $lists[ RegistryMeta::ITEM_IDS ] ) ) {
			self::tell_removed( $registry_id, array_fill_keys( array_diff( $listed, ItemOrder::of( $registry_id ) ), null ) );
		}
		return true;
	}

	/**
	 * Returns the active items of a registry in its order, affiliate links included. Where the order turns out to lack
	 * some and the visitor may edit the registry, it is repaired.
	 *
	 * @return list<array<string, mixed>>|WP_Error
	 */
	public function items( int $registry_id ): array|WP_Error {
		$items = $this->items_for_guests( $registry_id );
		return is_wp_error( $items ) ? $items : array_map( static fn ( array $item ) => array_diff_key( $item, array( self::REMAINING => 0 ) ), $items );
	}

	/**
	 * Returns the same items, each with how many are left to give, secret gifts counted: for nobody who owns the registry
	 * (rules: Surprise).
	 *
	 * @return list<array<string, mixed>>|WP_Error
	 */
	public function items_for_guests( int $registry_id ): array|WP_Error {
		list( 'items' => $items, 'is_fresh' => $is_fresh ) = $this->reader->read( $registry_id );
		if ( is_wp_error( $items ) ) {
			return $items;
		}
		$by_id  = array_column( $items, null, 'id' );
		$listed = ItemOrder::of( $registry_id );
		$order  = ItemOrder::merge( $listed, array_keys( $by_id ) );
		if ( $is_fresh && $order !== $listed && current_user_can( 'edit_post', $registry_id ) ) {
			$this->reconcile( $registry_id );
		}
		return array_map( static fn ( int $id ) => $by_id[ $id ], $order );
	}

	/**
	 * Forgets what is remembered of the items of a registry, after their numbers have changed.
	 *
	 * @param bool $is_shown Whether it shows on the page of the registry; never for what is a secret of somebody who gives.
	 */
	public function forget_items( int $registry_id, bool $is_shown ): void {
		$this->reader->forget( $registry_id );
		if ( $is_shown ) {
			self::tell_changed( $registry_id );
		}
	}

	/**
	 * Creates an item.
	 *
	 * @param array<string, mixed> $fields Its fields.
	 * @return array<string, mixed>|WP_Error The item.
	 */
	public function add_item( int $registry_id, array $fields ): array|WP_Error {
		$item = $this->changed( $registry_id, $this->client->create_item( array( 'registry_id' => $registry_id ) + $fields ) );
		if ( is_array( $item ) ) {
			$this->write_order( $registry_id );
		}
		return $item ?? Client::not_the_service();
	}

	/**
	 * Changes the given fields of an item.
	 *
	 * @param array<string, mixed> $fields  The fields.
	 * @param string|null          $version The updated_at that the caller has read; null where it does not matter.
	 * @return array<string, mixed>|WP_Error|null The item; null where the registry has no such item.
	 */
	public function update_item( int $registry_id, int $item_id, array $fields, ?string $version = null ): array|WP_Error|null {
		$expected = array(
			'registry_id' => $registry_id,
			'updated_at'  => $version,
		);
		return $this->changed( $registry_id, $this->client->update_item( $item_id, $fields, $expected ) );
	}

	/**
	 * Removes an item.
	 *
	 * @return array{before: int|null}|WP_Error|null Before which item it was seen; null where the registry has no such item.
	 */
	public function remove_item( int $registry_id, int $item_id ): array|WP_Error|null {
		$listed  = ItemOrder::of( $registry_id );
		$removed = $this->changed( $registry_id, $this->client->delete_item( $item_id, array( 'registry_id' => $registry_id ) ) );
		if ( ! is_array( $removed ) ) {
			return $removed;
		}
		$left = $this->write_order( $registry_id, null, array( $item_id => (string) $removed['name'] ) );
		// The list may have lacked items, which are seen behind the others by their ids.
		$active = array( ...( is_wp_error( $left ) ? $listed : $left ), $item_id );
		sort( $active );
		return array( 'before' => ItemOrder::after( ItemOrder::merge( $listed, $active ), $item_id ) );
	}

	/**
	 * Brings back an item that was removed.
	 *
	 * @param int|null $before Item before which it goes, where that is still there; else it comes last.
	 * @return array<string, mixed>|WP_Error|null The item; null where the registry never had it.
	 */
	public function restore_item( int $registry_id, int $item_id, ?int $before ): array|WP_Error|null {
		$item = $this->update_item( $registry_id, $item_id, array( 'is_active' => true ) );
		if ( is_array( $item ) ) {
			$this->write_order( $registry_id, static fn ( array $order ) => ItemOrder::move( $order, $item_id, $before ) );
		}
		return $item;
	}

	/**
	 * Moves an item within the order as it is stored, so that of two people who move something at the same moment
	 * both do.
	 *
	 * @param int|null $before Item before which it goes; null for the end.
	 * @return array{before: int|null}|WP_Error|null Before which item it was; null where the registry has no such item.
	 */
	public function move_item( int $registry_id, int $item_id, ?int $before ): array|WP_Error|null {
		$is_there = false;
		$is_known = true;
		$was      = null;
		$order    = $this->write_order(
			$registry_id,
			static function ( array $order ) use ( $item_id, $before, &$is_there, &$is_known, &$was ): array {
				$is_there = in_array( $item_id, $order, true );
				$is_known = null === $before || in_array( $before, $order, true );
				$was      = ItemOrder::after( $order, $item_id );
				return $is_there && $is_known ? ItemOrder::move( $order, $item_id, $before ) : $order;
			}
		);
		if ( is_wp_error( $order ) ) {
			return self::unchanged( $order );
		}
		if ( ! $is_there ) {
			return null;
		}
		return $is_known ? array( 'before' => $was ) : self::outdated();
	}

	/**
	 * Makes active items of a registry inactive, also of one that is gone.
	 *
	 * @param array<string, mixed> $overwritten Fields that are overwritten with that.
	 * @param int                  $most        How many items at most; each is a call.
	 * @return int|WP_Error How many there were; as many as the most, where more may be left.
	 */
	public function retire_items( int $registry_id, array $overwritten = array(), int $most = PHP_INT_MAX ): int|WP_Error {
		$items = $this->reader->fetch( $registry_id );
		if ( is_wp_error( $items ) ) {
			return $items;
		}
		$retired = array_slice( $items, 0, $most );
		$answer  = null;
		foreach ( $retired as $item ) {
			$answer = $this->client->update_item( $item['id'], $overwritten + array( 'is_active' => false ), array( 'registry_id' => $registry_id ) );
			// Null: somebody else removed it meanwhile.
			if ( is_wp_error( $answer ) ) {
				break;
			}
		}
		$this->reader->forget( $registry_id );
		self::tell_changed( $registry_id );
		return is_wp_error( $answer ) ? $answer : count( $retired );
	}

	/**
	 * Brings the stored order in line with the items that the API has.
	 *
	 * @return list<int>|WP_Error The ids.
	 */
	public function reconcile( int $registry_id ): array|WP_Error {
		return $this->write_order( $registry_id );
	}

	/**
	 * Changes the list of invitees.
	 *
	 * @param callable(list<string>): list<string> $change Makes the new list.
	 * @return true|WP_Error
	 */
	private function change_invitees( int $registry_id, callable $change ): bool|WP_Error {
		$changed = ( new StoredList( $registry_id, RegistryMeta::INVITEES ) )->change(
			static fn ( array $stored ) => $change( array_values( array_filter( $stored, 'is_string' ) ) )
		);
		return null === $changed ? new WP_Error( 'largesse_invitees', __( 'The registry is being changed by too many people at once.', 'largesse' ) ) : true;
	}

	/**
	 * Forgets the cached items of a registry after a change, and reads the answer to that change.
	 *
	 * @param mixed $answer What the API answered.
	 * @return array<string, mixed>|WP_Error|null The item; null where there is none.
	 */
	private function changed( int $registry_id, mixed $answer ): array|WP_Error|null {
		// Also after a failure: the change may have been made, and its answer lost.
		$this->reader->forget( $registry_id );
		self::tell_changed( $registry_id );
		if ( is_wp_error( $answer ) ) {
			return 412 === ( $answer->get_error_data()['status'] ?? 0 ) ? self::outdated() : $answer;
		}
		if ( null === $answer ) {
			return null;
		}
		return is_int( $answer['data']['id'] ?? null ) ? $answer['data'] : Client::not_the_service( 200 );
	}

	/**
	 * Writes the order until it holds what the API has after it was written: an item that came or went meanwhile belongs
	 * to somebody who may have looked before this order was there. Where that fails a change of items stands all the
	 * same, and the next one repairs the order.
	 *
	 * @param (callable(list<int>): list<int>)|null $change Makes the wanted order from the one that is there; may be
	 *                                                      called several times. Null keeps that one.
	 * @param array<int, string>                    $removed Names of items that the caller has removed, by id.
	 * @return list<int>|WP_Error The order.
	 */
	private function write_order( int $registry_id, ?callable $change = null, array $removed = array() ): array|WP_Error {
		$before = ItemOrder::of( $registry_id );
		$after  = $this->written_order( $registry_id, $change );
		self::tell_removed( $registry_id, $removed + array_fill_keys( array_diff( $before, is_wp_error( $after ) ? $before : $after ), null ) );
		return $after;
	}

	/**
	 * Does what `write_order` says.
	 *
	 * @param (callable(list<int>): list<int>)|null $change As there.
	 * @return list<int>|WP_Error The order.
	 */
	private function written_order( int $registry_id, ?callable $change ): array|WP_Error {
		$list    = new StoredList( $registry_id, RegistryMeta::ITEM_IDS );
		$written = null;
		for ( $attempt = 0; $attempt < self::ATTEMPTS; $attempt++ ) {
			$items = $this->reader->fetch( $registry_id );
			if ( is_wp_error( $items ) ) {
				return $written ?? $items;
			}
			$active  = array_column( $items, 'id' );
			$changed = $list->change(
				static function ( array $stored ) use ( $change, $active ): array {
					$shown = ItemOrder::merge( ItemOrder::ids_in( $stored ), $active );
					return null === $change ? $shown : ItemOrder::merge( $change( $shown ), $active );
				}
			);
			if ( null === $changed ) {
				return new WP_Error( 'largesse_list_not_written', __( 'The order of the items could not be stored. Please try again.', 'largesse' ) );
			}
			list( $written, $is_changed ) = $changed;
			$this->reader->keep( $registry_id, $items );
			if ( ! $is_changed ) {
				break;
			}
			// From here on somebody else's order is the newer one.
			$change = null;
		}
		return $written;
	}

	/**
	 * Returns the fields of an item that another registry gets: as many as are open.
	 *
	 * @param array<string, mixed> $item The item.
	 * @return array<string, mixed>
	 */
	private static function copy_of( array $item, int $registry_id ): array {
		$open   = array( 'quantity_needed' => $item['quantity_needed'] - $item['quantity_purchased'] );
		$copied = array( 'name', 'url', 'retailer', 'price', 'description', 'image_url', 'affiliate_url', 'affiliate_status' );
		return array( 'registry_id' => $registry_id ) + $open + array_intersect_key( $item, array_flip( $copied ) );
	}

	/** Returns an error that says that nothing was changed. */
	private static function unchanged( WP_Error $error ): WP_Error {
		$error->add_data( array( 'is_unchanged' => true ) + (array) $error->get_error_data() );
		return $error;
	}

	/**
	 * Tells other parts of the plugin, and other plugins, that items are no longer on the list.
	 *
	 * @param array<int, string|null> $removed Their names by id; null where the name is not known.
	 */
	private static function tell_removed( int $registry_id, array $removed ): void {
		foreach ( $removed as $item_id => $name ) {
			/**
			 * Fires when a wish was taken off a list: on the site, or through the API, as soon as the site hears of it. It may
			 * be brought back.
			 *
			 * @param int         $registry_id Id of the registry.
			 * @param int         $item_id     Id of the item.
			 * @param string|null $name        Its name; null where the site does not know it.
			 */
			do_action( 'largesse_wish_removed', $registry_id, $item_id, $name );
		}
	}

	/** Tells other parts of the plugin, and other plugins, that guests see something else now. */
	private static function tell_changed( int $registry_id ): void {
		/**
		 * Fires when what guests see of the wishes on the page of a registry may be different now, so that caches forget it: never
		 * for a gift that is secret. What changes in the registry's post and its meta, WordPress tells by actions of its own.
		 *
		 * @param int $registry_id Id of the registry.
		 */
		do_action( 'largesse_page_changed', $registry_id );
	}

	/** Returns the error where something is not as the caller has read it. */
	private static function outdated(): WP_Error {
		return new WP_Error( self::OUTDATED, __( 'Somebody else has changed the registry meanwhile.', 'largesse' ) );
	}
}
