<?php
/**
 * The items of registries.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Api\Client;
use WP_Error;

/**
 * Reads and changes the items of registries for pages and screens. It speaks to the item routes of the API alone:
 * a registry route would ask this site back, and the page would wait for itself. Callers check who may do what.
 */
final class RegistryItems {

	/** Most items in one answer of the API. */
	private const PAGE = 1000;

	/** Code of the error where an item is not as the caller knows it. */
	public const OUTDATED = 'largesse_item_outdated';

	/** How often the list is compared with the API while others change the registry. */
	private const ATTEMPTS = 10;

	/**
	 * What the last write of this request read at its end, which is newer than what was remembered before: the
	 * registry and its items.
	 *
	 * @var array{0: int, 1: list<array<string, mixed>>}|null
	 */
	private ?array $latest = null;

	/**
	 * Keeps what it works with.
	 *
	 * @param Client    $client Speaks to the API.
	 * @param ItemCache $cache  Remembers what was read.
	 */
	public function __construct(
		private readonly Client $client,
		private readonly ItemCache $cache
	) {}

	/**
	 * The active items of a registry in its order, affiliate links included. One request, whatever their number up
	 * to a thousand. Where the list turns out to be wrong and the visitor may edit the registry, it is repaired.
	 *
	 * @param int $registry_id Id of the registry.
	 * @return list<array<string, mixed>>|WP_Error
	 */
	public function of( int $registry_id ): array|WP_Error {
		$is_fresh = false;
		$items    = $this->latest( $registry_id ) ?? $this->cache->remember(
			$registry_id,
			function () use ( $registry_id, &$is_fresh ) {
				$is_fresh = true;
				return $this->fetch( $registry_id );
			}
		);
		if ( is_wp_error( $items ) ) {
			return $items;
		}
		$by_id  = array_column( $items, null, 'id' );
		$listed = ItemIds::of( $registry_id );
		$order  = ItemIds::arrange( $listed, array_keys( $by_id ) );
		if ( $is_fresh && $order !== $listed && current_user_can( 'edit_post', $registry_id ) ) {
			$this->project( $registry_id );
		}
		return array_map( static fn ( int $id ) => $by_id[ $id ], $order );
	}

	/**
	 * Creates an item.
	 *
	 * @param int                  $registry_id Id of the registry.
	 * @param array<string, mixed> $fields      Its fields.
	 * @return array<string, mixed>|WP_Error The item.
	 */
	public function add( int $registry_id, array $fields ): array|WP_Error {
		return $this->changed( $registry_id, $this->client->create_item( array( 'registry_id' => $registry_id ) + $fields ) ) ?? Client::not_the_service();
	}

	/**
	 * Changes the given fields of an item.
	 *
	 * @param int                  $registry_id Id of the registry.
	 * @param int                  $item_id     Id of the item.
	 * @param array<string, mixed> $fields      The fields.
	 * @param string|null          $version     The updated_at that the caller knows; null where it does not matter.
	 * @return array<string, mixed>|WP_Error|null The item; null where the registry has no such item.
	 */
	public function update( int $registry_id, int $item_id, array $fields, ?string $version = null ): array|WP_Error|null {
		return $this->change( $registry_id, $item_id, fn () => $this->client->update_item( $item_id, $fields ), $version );
	}

	/**
	 * Removes an item.
	 *
	 * @param int $registry_id Id of the registry.
	 * @param int $item_id     Id of the item.
	 * @return array<string, mixed>|WP_Error|null The item as it was; null where the registry has no such item.
	 */
	public function remove( int $registry_id, int $item_id ): array|WP_Error|null {
		return $this->change( $registry_id, $item_id, fn () => $this->client->delete_item( $item_id ) );
	}

	/**
	 * Brings back an item that was removed. The API does not tell of an item that is gone, nor whose it was: the
	 * caller knows that it was this registry's.
	 *
	 * @param int      $registry_id Id of the registry.
	 * @param int      $item_id     Id of the item.
	 * @param int|null $before      Item before which it goes, where that is still there; else it comes last.
	 * @return array<string, mixed>|WP_Error|null The item; null where there is no such item.
	 */
	public function restore( int $registry_id, int $item_id, ?int $before ): array|WP_Error|null {
		$answer = $this->client->update_item( $item_id, array( 'is_active' => true ) );
		return $this->changed( $registry_id, $answer, static fn ( array $order ) => ItemIds::with_moved( $order, $item_id, $before ) );
	}

	/**
	 * Moves an item within the order as it is stored, so that of two people who move something at the same moment
	 * both do.
	 *
	 * @param int      $registry_id Id of the registry.
	 * @param int      $item_id     Id of the item.
	 * @param int|null $before      Item before which it goes; null for the end.
	 * @return array{before: int|null}|WP_Error|null Before which item it was; null where the registry has no such item.
	 */
	public function move( int $registry_id, int $item_id, ?int $before ): array|WP_Error|null {
		$is_there = false;
		$is_known = true;
		$was      = null;
		$order    = $this->write(
			$registry_id,
			static function ( array $order ) use ( $item_id, $before, &$is_there, &$is_known, &$was ): array {
				$is_there = in_array( $item_id, $order, true );
				$is_known = null === $before || in_array( $before, $order, true );
				$was      = ItemIds::after( $order, $item_id );
				return $is_there && $is_known ? ItemIds::with_moved( $order, $item_id, $before ) : $order;
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
	 * Puts the items in another order. Ids that are no items of the registry are dropped, items that are missing
	 * come last.
	 *
	 * @param int       $registry_id Id of the registry.
	 * @param list<int> $ids         Ids in the wanted order.
	 * @return list<int>|WP_Error The order as it is now.
	 */
	public function reorder( int $registry_id, array $ids ): array|WP_Error {
		return $this->write( $registry_id, static fn () => $ids );
	}

	/**
	 * Brings registry_item_ids in line with the items that the API has.
	 *
	 * @param int $registry_id Id of the registry.
	 * @return list<int>|WP_Error The ids.
	 */
	public function project( int $registry_id ): array|WP_Error {
		return $this->write( $registry_id, null );
	}

	/**
	 * Changes an item that the registry has.
	 *
	 * @param int               $registry_id Id of the registry.
	 * @param int               $item_id     Id of the item.
	 * @param callable(): mixed $change      Asks the API.
	 * @param string|null       $version     The updated_at that it must have; null for any.
	 */
	private function change( int $registry_id, int $item_id, callable $change, ?string $version = null ): array|WP_Error|null {
		$item = $this->client->get_item( $item_id );
		if ( is_wp_error( $item ) ) {
			return self::unchanged( $item );
		}
		if ( null !== $item && ! is_array( $item ) ) {
			return self::unchanged( Client::not_the_service() );
		}
		$is_there    = null !== $item && ( $item['registry_id'] ?? null ) === $registry_id;
		$is_outdated = $is_there && null !== $version && ( $item['updated_at'] ?? null ) !== $version;
		if ( ! $is_there || $is_outdated ) {
			// What is remembered told the caller so, and must not tell it again.
			$this->cache->forget( $registry_id );
			return $is_there ? self::outdated() : null;
		}
		return $this->changed( $registry_id, $change() );
	}

	/**
	 * What follows a change: nobody sees the old items, and the list is brought in line. Where that fails the change
	 * stands all the same, and the next one repairs the list.
	 *
	 * @param int                                   $registry_id Id of the registry.
	 * @param mixed                                 $answer      What the API answered.
	 * @param (callable(list<int>): list<int>)|null $order       Makes the wanted order; null keeps the one that is there.
	 */
	private function changed( int $registry_id, mixed $answer, ?callable $order = null ): array|WP_Error|null {
		// A change that failed may have happened: its answer was lost.
		$this->latest = null;
		$this->cache->forget( $registry_id );
		if ( null === $answer || is_wp_error( $answer ) ) {
			return $answer;
		}
		if ( ! is_int( $answer['data']['id'] ?? null ) ) {
			return Client::not_the_service( 200 );
		}
		$this->write( $registry_id, $order );
		return $answer['data'];
	}

	/**
	 * Writes the list until it is what the API says after it was written: an item that came or went meanwhile belongs
	 * to somebody who may have looked before this list was there.
	 *
	 * @param int                                   $registry_id Id of the registry.
	 * @param (callable(list<int>): list<int>)|null $order       Makes the wanted order from the one that is there; may
	 *                                                           be called several times. Null keeps that one.
	 * @return list<int>|WP_Error The list.
	 */
	private function write( int $registry_id, ?callable $order ): array|WP_Error {
		$written      = null;
		$this->latest = null;
		for ( $attempt = 0; $attempt < self::ATTEMPTS; $attempt++ ) {
			$items = $this->fetch( $registry_id );
			if ( is_wp_error( $items ) ) {
				return $written ?? $items;
			}
			$active = array_column( $items, 'id' );
			$change = ItemIds::change(
				$registry_id,
				static function ( array $stored ) use ( $order, $active ): array {
					$shown = ItemIds::arrange( $stored, $active );
					return null === $order ? $shown : ItemIds::arrange( $order( $shown ), $active );
				}
			);
			if ( null === $change ) {
				return new WP_Error( 'largesse_list_not_written', __( 'The order of the items could not be stored. Please try again.', 'largesse' ) );
			}
			list( $written, $is_changed ) = $change;
			$this->latest                 = array( $registry_id, $items );
			if ( ! $is_changed ) {
				break;
			}
			// From here on somebody else's order is the newer one.
			$order = null;
		}
		return $written;
	}

	/**
	 * The error of a call after which nothing is changed for certain, told apart from one whose answer was lost.
	 *
	 * @param WP_Error $error The error.
	 */
	private static function unchanged( WP_Error $error ): WP_Error {
		$error->add_data( array( 'is_unchanged' => true ) + (array) $error->get_error_data() );
		return $error;
	}

	/**
	 * The error where what the caller knows is not how it is.
	 */
	private static function outdated(): WP_Error {
		return new WP_Error( self::OUTDATED, __( 'The items of the registry were changed meanwhile.', 'largesse' ) );
	}

	/**
	 * What a write of this request read last; null where there was none.
	 *
	 * @param int $registry_id Id of the registry.
	 * @return list<array<string, mixed>>|null
	 */
	private function latest( int $registry_id ): ?array {
		return null !== $this->latest && $this->latest[0] === $registry_id ? $this->latest[1] : null;
	}

	/**
	 * Asks the API for the active items of a registry, by id.
	 *
	 * @param int $registry_id Id of the registry.
	 * @return list<array<string, mixed>>|WP_Error
	 */
	private function fetch( int $registry_id ): array|WP_Error {
		$all   = array();
		$query = array(
			'registry_id' => $registry_id,
			'limit'       => self::PAGE,
		);
		do {
			$page = $this->client->list_items( $query );
			if ( is_wp_error( $page ) ) {
				return $page;
			}
			if ( ! is_array( $page ) || count( array_filter( array_column( $page, 'id' ), 'is_int' ) ) !== count( $page ) ) {
				return Client::not_the_service();
			}
			$all            = array_merge( $all, $page );
			$query['after'] = end( $all )['id'] ?? 0;
			$is_full        = count( $page ) === self::PAGE;
		} while ( $is_full );
		return $all;
	}
}
