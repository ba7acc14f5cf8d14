<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Service\Client;
use Largesse\Service\Rules;
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

	/** Fields of an item that copies have, besides how many are wanted. */
	private const COPIED = array( 'name', 'url', 'retailer', 'price', 'description', 'image_url', 'affiliate_url', 'affiliate_status' );

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

	/** Returns a store that always asks the service for items, for commands, mails and privacy tools. */
	public function uncached(): self {
		return new self( $this->client, new ItemReader( $this->client, null ) );
	}

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
	 * @param callable(array<string, mixed>, WP_Post): array<string, mixed> $adapt Makes of an item what the new one gets.
	 * @return array{id: int, copied: int, missing: list<string>}|WP_Error How many items it has, and the names of those that
	 *                                                                     could not be copied. An error where none could.
	 */
	public function copy_open( WP_Post $registry, array $fields, int $seconds, callable $adapt ): array|WP_Error {
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
		$failure  = null;
		$missing  = array();
		$grouping = Grouping::of( $registry->ID );
		$grouped  = array();
		foreach ( $items as $item ) {
			// An item may break a rule that is younger than it; whatever else fails would fail again.
			if ( time() < $end && ( null === $failure || self::UNPROCESSABLE === ( $failure->get_error_data()['status'] ?? 0 ) ) ) {
				$answer  = $this->client->create_item( self::copy_of( $adapt( $item, get_post( $id ) ), $id ) ) ?? Client::not_the_service();
				$failure = is_wp_error( $answer ) ? $answer : null;
				if ( null === $failure ) {
					$grouped[ (int) ( $answer['data']['id'] ?? 0 ) ] = array(
						'heading'     => $grouping->heading_of( $item['id'] ),
						'most_wanted' => $grouping->is_most_wanted( $item['id'] ),
					);
					continue;
				}
			}
			$missing[] = (string) $item['name'];
		}
		if ( null !== $failure && count( $missing ) === count( $items ) ) {
			$this->delete( $id );
			return self::unchanged( $failure );
		}
		$this->group_items( $id, $grouped );
		$this->write_order( $id );
		return array(
			'id'      => $id,
			'copied'  => count( $items ) - count( $missing ),
			'missing' => $missing,
		);
	}

	/**
	 * Copies an item to another registry. It changes nothing where it comes from, and nobody is told. What is given of it
	 * does not count: the other registry asks for as many as this one asks for, or for one of what somebody else wants. Of
	 * theirs neither the description, which speaks of them, nor the affiliate link, which counts for them, is taken along.
	 *
	 * @param int  $to     Id of the other registry.
	 * @param bool $is_own Whether both belong to the same member.
	 * @param callable(array<string, mixed>, WP_Post): array<string, mixed> $adapt Makes of the item what the other one gets.
	 * @return array<string, mixed>|WP_Error|null The copy; null where the registry has no such item.
	 */
	public function copy_item( int $registry_id, int $item_id, int $to, bool $is_own, callable $adapt ): array|WP_Error|null {
		$items = $this->items( $registry_id );
		if ( is_wp_error( $items ) ) {
			return self::unchanged( $items );
		}
		$item = array_column( $items, null, 'id' )[ $item_id ] ?? null;
		if ( null === $item ) {
			return null;
		}
		$others = array(
			'quantity_needed'  => 1,
			'description'      => null,
			'affiliate_url'    => null,
			'affiliate_status' => null,
		);
		$own    = array( 'quantity_needed' => $item['quantity_needed'] );
		return $this->add_item( $to, ( $is_own ? $own : $others ) + self::copied_fields( $adapt( $item, get_post( $to ) ), $to ) );
	}

	/**
	 * Creates several items in their order, and writes the order of the registry once.
	 *
	 * @param array<int, array<string, mixed>> $all     Fields of each.
	 * @param int                              $seconds How long it may take; what is not created by then is not tried.
	 * @return array<int, array<string, mixed>|WP_Error|null> Each item by the key of its fields, or why it was not created;
	 *                                                        null where it was not tried: after a failure of the service
	 *                                                        nothing is.
	 */
	public function add_items( int $registry_id, array $all, int $seconds ): array {
		$end     = time() + $seconds;
		$answers = array();
		$failure = null;
		foreach ( $all as $key => $fields ) {
			// An item may break a rule that is younger than it; whatever else fails would fail again.
			if ( time() >= $end || ( null !== $failure && self::UNPROCESSABLE !== ( $failure->get_error_data()['status'] ?? 0 ) ) ) {
				$answers[ $key ] = null;
				continue;
			}
			$answer          = $this->client->create_item( array( 'registry_id' => $registry_id ) + $fields ) ?? Client::not_the_service();
			$failure         = is_wp_error( $answer ) ? $answer : null;
			$answers[ $key ] = $failure ?? ( is_int( $answer['data']['id'] ?? null ) ? $answer['data'] : Client::not_the_service( 200 ) );
		}
		$this->reader->forget( $registry_id );
		self::tell_changed( $registry_id );
		$created = array_filter( $answers, 'is_array' );
		if ( $created ) {
			$this->append_to_order( $registry_id, array_column( $created, 'id' ) );
		}
		return $answers;
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
				$all     = PeopleList::each_once( array_merge( $invited, $entries ) );
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
		$changed = $this->change_invitees( $registry_id, static fn ( array $invited ) => PeopleList::without( $invited, $entries ) );
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
		$listed = StoredLists::order( $registry_id );
		foreach ( $lists as $key => $json ) {
			if ( ! ( new StoredList( $registry_id, $key ) )->replace( $digests[ $key ], $json ) ) {
				return false;
			}
		}
		if ( isset( $lists[ RegistryMeta::ITEM_IDS ] ) ) {
			$removed = array_values( array_diff( $listed, StoredLists::order( $registry_id ) ) );
			StoredGrouping::forget( $registry_id, $removed );
			self::tell_removed( $registry_id, array_fill_keys( $removed, null ) );
		}
		return true;
	}

	/**
	 * Returns the active items of a registry in its order and by its headings, affiliate links included. Where the order turns out to lack
	 * some and the visitor may edit the registry, it is repaired.
	 *
	 * @return list<array<string, mixed>>|WP_Error
	 */
	public function items( int $registry_id ): array|WP_Error {
		$items = $this->shown_items( $registry_id );
		return is_wp_error( $items ) ? $items : array_map( static fn ( array $item ) => array_diff_key( $item, array( self::REMAINING => 0 ) ), $items );
	}

	/**
	 * Returns the same items, each with how many are left to give as far as its owner knows: for pages that anyone may open.
	 *
	 * @return list<array<string, mixed>>|WP_Error
	 */
	public function shown_items( int $registry_id ): array|WP_Error {
		return $this->arranged( $registry_id, $this->reader->read( $registry_id, ! self::is_for_visitor( $registry_id ) ) );
	}

	/**
	 * Returns the same items, each with how many are left to give, secret gifts counted: for givers and those who keep the
	 * secret. Recipients get what the page shows (rules: Surprise).
	 *
	 * @return list<array<string, mixed>>|WP_Error
	 */
	public function items_for_guests( int $registry_id ): array|WP_Error {
		return self::is_for_visitor( $registry_id ) ? $this->shown_items( $registry_id ) : $this->arranged( $registry_id, $this->reader->read_for_givers( $registry_id ) );
	}

	/** Returns true if the visitor gets the gifts of a registry. */
	private static function is_for_visitor( int $registry_id ): bool {
		$registry = get_post( $registry_id );
		return $registry instanceof WP_Post && People::of( $registry )->is_recipient();
	}

	/**
	 * Returns items in the order of their registry. It repairs the stored order if the visitor may edit the registry.
	 *
	 * @param array{items: list<array<string, mixed>>|WP_Error, is_fresh: bool} $read Answer of the reader.
	 * @return list<array<string, mixed>>|WP_Error
	 */
	private function arranged( int $registry_id, array $read ): array|WP_Error {
		list( 'items' => $items, 'is_fresh' => $is_fresh ) = $read;
		if ( is_wp_error( $items ) ) {
			return $items;
		}
		$by_id  = array_column( $items, null, 'id' );
		$listed = StoredLists::order( $registry_id );
		$order  = ItemOrder::merge( $listed, array_keys( $by_id ) );
		if ( $is_fresh && $order !== $listed && current_user_can( 'edit_post', $registry_id ) ) {
			$this->reconcile( $registry_id );
		}
		return array_map( static fn ( int $id ) => $by_id[ $id ], StoredLists::headings( $registry_id )->arrange( $order ) );
	}

	/**
	 * Forgets what is remembered of the items of a registry, after their numbers have changed.
	 *
	 * @param bool $is_shown Whether it shows on the page of the registry.
	 */
	public function forget_items( int $registry_id, bool $is_shown ): void {
		$this->reader->forget( $registry_id );
		if ( $is_shown ) {
			self::tell_changed( $registry_id );
		}
	}

	/** Clears the cached items that givers read, after a secret gift. The caches that owners read stay as they are. */
	public function forget_items_for_guests( int $registry_id ): void {
		$this->reader->forget_for_givers( $registry_id );
	}

	/**
	 * Creates an item.
	 *
	 * @param array<string, mixed> $fields  Its fields.
	 * @param string               $heading Heading for it; '' for none. A heading that was just removed counts as none.
	 * @return array<string, mixed>|WP_Error The item.
	 */
	public function add_item( int $registry_id, array $fields, string $heading = '' ): array|WP_Error {
		$item = $this->changed( $registry_id, $this->client->create_item( array( 'registry_id' => $registry_id ) + $fields ) );
		if ( is_array( $item ) ) {
			$is_put = '' !== $heading && true === StoredGrouping::change( $registry_id, static fn ( Headings $headings ) => $headings->has( $heading ) ? $headings->put( $item['id'], $heading ) : self::outdated() );
			$this->append_to_order( $registry_id, array( $item['id'] ), $is_put );
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
	 * @return array{before: int|null, heading: string, is_most_wanted: bool}|WP_Error|null Before which item and under which
	 *         heading it was seen, and whether it was wanted most of all; null where the registry has no such item.
	 */
	public function remove_item( int $registry_id, int $item_id ): array|WP_Error|null {
		$listed   = StoredLists::order( $registry_id );
		$grouping = Grouping::of( $registry_id );
		$removed  = $this->changed( $registry_id, $this->client->delete_item( $item_id, array( 'registry_id' => $registry_id ) ) );
		if ( ! is_array( $removed ) ) {
			return $removed;
		}
		$left = $this->write_order( $registry_id, null, array( $item_id => (string) $removed['name'] ) );
		// The list may have lacked items, which are seen behind the others by their ids.
		$active = array( ...( is_wp_error( $left ) ? $listed : $left ), $item_id );
		sort( $active );
		return array(
			'before'         => ItemOrder::after( $grouping->headings->arrange( ItemOrder::merge( $listed, $active ) ), $item_id ),
			'heading'        => $grouping->heading_of( $item_id ),
			'is_most_wanted' => $grouping->is_most_wanted( $item_id ),
		);
	}

	/**
	 * Brings back an item that was removed.
	 *
	 * @param int|null $before         Item before which it goes, where that is still there; else it comes last.
	 * @param string   $heading        Heading under which it goes, where that is still there; '' for none.
	 * @param bool     $is_most_wanted Whether it is wanted most of all.
	 * @return array<string, mixed>|WP_Error|null The item; null where the registry never had it.
	 */
	public function restore_item( int $registry_id, int $item_id, ?int $before, string $heading = '', bool $is_most_wanted = false ): array|WP_Error|null {
		$item = $this->update_item( $registry_id, $item_id, array( 'is_active' => true ) );
		if ( is_array( $item ) ) {
			StoredGrouping::change( $registry_id, static fn ( Headings $headings ) => $headings->put( $item_id, $headings->has( $heading ) ? $heading : '' ) );
			StoredGrouping::mark( $registry_id, $item_id, $is_most_wanted );
			$this->write_order( $registry_id, static fn ( array $order ) => ItemOrder::move( StoredLists::headings( $registry_id )->arrange( $order ), $item_id, $before ) );
		}
		return $item;
	}

	/**
	 * Moves an item within the order as it is stored, so that of two people who move something at the same moment
	 * both do.
	 *
	 * @param int|null    $before  Item before which it goes; null for the end. It stays under its heading all the same.
	 * @param string|null $heading Heading under which it goes; '' for none, null for where it stands.
	 * @return array{before: int|null, heading: string}|WP_Error|null Before which item and under which heading it was; null
	 *                                                                where the registry has no such item.
	 */
	public function move_item( int $registry_id, int $item_id, ?int $before, ?string $heading = null ): array|WP_Error|null {
		$old = StoredLists::headings( $registry_id );
		$put = null === $heading ? true : StoredGrouping::change( $registry_id, static fn ( Headings $headings ) => '' === $heading || $headings->has( $heading ) ? $headings->put( $item_id, $heading ) : self::outdated() );
		if ( is_wp_error( $put ) ) {
			return self::unchanged( $put );
		}
		$is_there = false;
		$is_known = true;
		$was      = null;
		$order    = $this->write_order(
			$registry_id,
			static function ( array $order ) use ( $registry_id, $old, $item_id, $before, &$is_there, &$is_known, &$was ): array {
				$is_there = in_array( $item_id, $order, true );
				$is_known = null === $before || in_array( $before, $order, true );
				$was      = ItemOrder::after( $old->arrange( $order ), $item_id );
				$headings = StoredLists::headings( $registry_id );
				return $is_there && $is_known ? $headings->arrange( ItemOrder::move( $headings->arrange( $order ), $item_id, $before ) ) : $order;
			}
		);
		if ( is_wp_error( $order ) ) {
			return self::unchanged( $order );
		}
		if ( ! $is_there ) {
			StoredGrouping::forget( $registry_id, array( $item_id ) );
			return null;
		}
		$undo = array(
			'before'  => $was,
			'heading' => $old->of_item( $item_id ),
		);
		return $is_known ? $undo : self::outdated();
	}

	/**
	 * Adds a heading.
	 *
	 * @param string      $title  Its title, as `Headings::clean()` has it.
	 * @param list<int>   $items  Ids of items that go under it.
	 * @param string|null $before Heading before which it goes; null, or one that is not there, for the end.
	 * @return true|WP_Error
	 */
	public function add_heading( int $registry_id, string $title, array $items = array(), ?string $before = null ): bool|WP_Error {
		return $this->change_headings(
			$registry_id,
			static fn ( Headings $headings ) => StoredGrouping::problem( $headings, $title ) ?? $headings->with( $title, array_values( array_intersect( $items, StoredLists::order( $registry_id ) ) ), $before )
		);
	}

	/**
	 * Gives a heading another title.
	 *
	 * @param string $heading Its title so far.
	 * @param string $title   Its title from now on, as `Headings::clean()` has it.
	 * @return true|WP_Error
	 */
	public function rename_heading( int $registry_id, string $heading, string $title ): bool|WP_Error {
		return $this->change_headings(
			$registry_id,
			static fn ( Headings $headings ) => $headings->has( $heading ) ? StoredGrouping::problem( $headings, $title, $heading ) ?? $headings->renamed( $heading, $title ) : self::outdated()
		);
	}

	/**
	 * Moves a heading with what stands under it.
	 *
	 * @param string      $heading Its title.
	 * @param string|null $before  Heading before which it goes; null for the end.
	 * @return array{before: string|null}|WP_Error Before which heading it was.
	 */
	public function move_heading( int $registry_id, string $heading, ?string $before ): array|WP_Error {
		$was  = null;
		$done = $this->change_headings(
			$registry_id,
			static function ( Headings $headings ) use ( $heading, $before, &$was ): Headings|WP_Error {
				$was = $headings->after( $heading );
				return $headings->has( $heading ) && ( null === $before || $headings->has( $before ) ) ? $headings->moved( $heading, $before ) : self::outdated();
			}
		);
		return is_wp_error( $done ) ? $done : array( 'before' => $was );
	}

	/**
	 * Removes a heading. What stands under it stays, under none.
	 *
	 * @param string $heading Its title.
	 * @return array{title: string, items: list<int>, before: string|null}|WP_Error What it takes to add it again.
	 */
	public function remove_heading( int $registry_id, string $heading ): array|WP_Error {
		$undo = array();
		$done = $this->change_headings(
			$registry_id,
			static function ( Headings $headings ) use ( $heading, &$undo ): Headings|WP_Error {
				$undo = array(
					'title'  => $heading,
					'items'  => $headings->items_under( $heading ),
					'before' => $headings->after( $heading ),
				);
				return $headings->has( $heading ) ? $headings->without( $heading ) : self::outdated();
			}
		);
		return is_wp_error( $done ) ? $done : $undo;
	}

	/**
	 * Puts an item under a heading, behind what stands there.
	 *
	 * @param string $heading Its title; '' for none.
	 * @return array{before: int|null, heading: string}|WP_Error|null As `move_item`.
	 */
	public function put_under( int $registry_id, int $item_id, string $heading ): array|WP_Error|null {
		return $this->move_item( $registry_id, $item_id, null, $heading );
	}

	/**
	 * Notes whether an item is wanted most of all.
	 *
	 * @return true|WP_Error|null Null where the registry has no such item.
	 */
	public function mark_most_wanted( int $registry_id, int $item_id, bool $is_most_wanted ): bool|WP_Error|null {
		$items = $this->items( $registry_id );
		if ( is_wp_error( $items ) ) {
			return self::unchanged( $items );
		}
		if ( ! in_array( $item_id, array_column( $items, 'id' ), true ) ) {
			return null;
		}
		$done = StoredGrouping::mark( $registry_id, $item_id, $is_most_wanted );
		self::tell_changed( $registry_id );
		return $done;
	}

	/**
	 * Groups items as they were grouped elsewhere: in a copy, or what is imported.
	 *
	 * @param array<int, array{heading: string, most_wanted: bool}> $items How each is grouped, by id, in the order of the list.
	 *                                                                     Headings that are not there yet are added.
	 * @return true|WP_Error
	 */
	public function group_items( int $registry_id, array $items ): bool|WP_Error {
		$done = StoredGrouping::adopt( $registry_id, $items );
		self::tell_changed( $registry_id );
		return $done;
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
	 * Changes the headings, and brings the order in line with them. Where that fails, the next change of the order does it.
	 *
	 * @param callable(Headings): (Headings|WP_Error) $change Makes the new ones, or says why not.
	 * @return true|WP_Error
	 */
	private function change_headings( int $registry_id, callable $change ): bool|WP_Error {
		$done = StoredGrouping::change( $registry_id, $change );
		if ( true === $done ) {
			self::tell_changed( $registry_id );
			$this->write_order( $registry_id, static fn ( array $order ) => StoredLists::headings( $registry_id )->arrange( $order ) );
		}
		return $done;
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
		$before  = StoredLists::order( $registry_id );
		$grouped = Grouping::of( $registry_id );
		$after   = $this->written_order( $registry_id, $change );
		if ( ! is_wp_error( $after ) ) {
			// Of items that came meanwhile somebody else may have said where they stand.
			StoredGrouping::forget( $registry_id, array_values( array_diff( array( ...$grouped->headings->ids(), ...$grouped->most_wanted ), $after ) ) );
		}
		self::tell_removed( $registry_id, $removed + array_fill_keys( array_diff( $before, is_wp_error( $after ) ? $before : $after ), null ) );
		return $after;
	}

	/**
	 * Appends new items to the order. One request, unless the order lacks other items or has removed ones: then it is written
	 * as a whole. Nobody else appends these items, so what others change in the meantime stays.
	 *
	 * @param list<int> $ids         Ids of the new items.
	 * @param bool      $is_arranged True if the order must follow the headings.
	 */
	private function append_to_order( int $registry_id, array $ids, bool $is_arranged = false ): void {
		$items = $this->reader->fetch( $registry_id );
		if ( is_wp_error( $items ) ) {
			return;
		}
		$active      = array_column( $items, 'id' );
		$others      = array_values( array_diff( $active, $ids ) );
		$is_complete = true;
		$changed     = ( new StoredList( $registry_id, RegistryMeta::ITEM_IDS ) )->change(
			static function ( array $stored ) use ( $registry_id, $active, $others, $is_arranged, &$is_complete ): array {
				$known       = ItemOrder::ids_in( $stored );
				$order       = ItemOrder::merge( $known, $active );
				$is_complete = array() === array_diff( $known, $active ) && array() === array_diff( $others, $known );
				return $is_complete ? ( $is_arranged ? StoredLists::headings( $registry_id )->arrange( $order ) : $order ) : $stored;
			}
		);
		if ( null === $changed || ! $is_complete ) {
			$this->write_order( $registry_id, $is_arranged ? static fn ( array $order ) => StoredLists::headings( $registry_id )->arrange( $order ) : null );
			return;
		}
		$this->reader->keep( $registry_id, $items );
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
	 * Returns the fields of an item that a copy of its registry gets: as many as are open.
	 *
	 * @param array<string, mixed> $item The item, adapted.
	 * @param int                  $to   Id of the copy.
	 * @return array<string, mixed>
	 */
	private static function copy_of( array $item, int $to ): array {
		return array( 'quantity_needed' => $item['quantity_needed'] - $item['quantity_purchased'] ) + self::copied_fields( $item, $to );
	}

	/**
	 * Returns the fields of an item that another registry gets.
	 *
	 * @param array<string, mixed> $item The item, adapted.
	 * @param int                  $to   Id of the other one.
	 * @return array<string, mixed>
	 */
	private static function copied_fields( array $item, int $to ): array {
		return array( 'registry_id' => $to ) + array_intersect_key( $item, array_flip( self::COPIED ) );
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
