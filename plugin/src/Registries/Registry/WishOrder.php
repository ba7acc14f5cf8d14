<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Http\FieldError;
use WP_Error;

/**
 * Reads and changes the order of a registry's items, their headings, and the marks of the most wanted items. Callers
 * clean new titles with `Order::clean()`.
 */
final class WishOrder {

	public const TITLE = 'largesse_heading_title';

	/** Returns the order of a registry; an empty one for 0. Unreadable lists count as empty. */
	public static function of( int $registry_id ): Order {
		$list = static function ( string $key ) use ( $registry_id ): array {
			$stored = json_decode( (string) get_post_meta( $registry_id, $key, true ) );
			return is_array( $stored ) ? $stored : array();
		};
		return Order::parse(
			$list( RegistryMeta::HEADINGS ),
			$list( RegistryMeta::ITEM_IDS ),
			$list( RegistryMeta::MOST_WANTED )
		);
	}

	public function __construct( private readonly ActiveItems $active ) {}

	/**
	 * Moves an item within the stored order. If two people move items at the same time, both moves are kept.
	 *
	 * @param int|null    $before  Item that follows the moved item; null for the end. It does not change the heading.
	 * @param string|null $heading New heading; '' for none, null to keep the current heading.
	 * @return array{before: int|null, heading: string}|WP_Error|null The old place: the next item, and the heading. Null
	 *         if the registry has no such item.
	 */
	public function move( int $registry_id, int $item_id, ?int $before, ?string $heading = null ): array|WP_Error|null {
		$old = self::of( $registry_id );
		$put = null === $heading
			? true
			: self::store_headings(
				$registry_id,
				static fn ( Order $headings ) => '' === $heading || $headings->has( $heading )
					? $headings->with_item( $item_id, $heading )
					: Changes::outdated()
			);
		if ( is_wp_error( $put ) ) {
			return Changes::unchanged( $put );
		}
		$was   = null;
		$order = $this->write(
			$registry_id,
			static function ( array $order ) use ( $registry_id, $old, $item_id, $before, &$was ): array {
				$was      = Order::after( $old->sort( $order ), $item_id );
				$headings = WishOrder::of( $registry_id );
				return array_diff( array( $item_id, $before ?? $item_id ), $order )
					? $order
					: $headings->sort( Order::move( $headings->sort( $order ), $item_id, $before ) );
			}
		);
		if ( is_wp_error( $order ) ) {
			return Changes::unchanged( $order );
		}
		if ( ! in_array( $item_id, $order, true ) ) {
			self::remove_items( $registry_id, array( $item_id ) );
			return null;
		}
		$undo = array(
			'before'  => $was,
			'heading' => $old->heading_of( $item_id ),
		);
		return null === $before || in_array( $before, $order, true ) ? $undo : Changes::outdated();
	}

	/**
	 * Groups items as in the copied registry or in the imported file. Adds missing headings.
	 *
	 * @param array<int, array{heading: string, most_wanted: bool}> $items By id, in the order of the list.
	 * @return true|WP_Error
	 */
	public function group( int $registry_id, array $items ): bool|WP_Error {
		$done = self::store_headings(
			$registry_id,
			static function ( Order $headings ) use ( $items ): Order {
				foreach ( $items as $id => $item ) {
					$title = Order::clean( $item['heading'] );
					if ( '' === $title || null !== Order::problem( $title ) ) {
						continue;
					}
					$same     = $headings->similar_title( $title );
					$headings = '' === $same && count( $headings->all ) < Order::MOST ? $headings->with( $title ) : $headings;
					$headings = $headings->with_item( $id, $headings->similar_title( $title ) );
				}
				return $headings;
			}
		);
		$most = array_keys( array_filter( $items, static fn ( array $item ) => $item['most_wanted'] ) );
		$done = true === $done && $most ? self::mark( $registry_id, $most, true ) : $done;
		Changes::fire_changed( $registry_id );
		return $done;
	}

	/**
	 * Adds a heading.
	 *
	 * @param list<int>   $items  Ids of the items to move under the heading.
	 * @param string|null $before Heading that follows the new heading; null or an unknown heading for the end.
	 * @return true|WP_Error
	 */
	public function add_heading(
		int $registry_id,
		string $title,
		array $items = array(),
		?string $before = null
	): bool|WP_Error {
		return $this->change_headings(
			$registry_id,
			static fn ( Order $headings ) => self::title_problem( $headings, $title ) ?? $headings->with(
				$title,
				array_values( array_intersect( $items, self::of( $registry_id )->ids ) ),
				$before
			)
		);
	}

	/** @return true|WP_Error */
	public function rename_heading( int $registry_id, string $heading, string $title ): bool|WP_Error {
		return $this->change_headings(
			$registry_id,
			static fn ( Order $headings ) => $headings->has( $heading )
				? self::title_problem( $headings, $title, $heading ) ?? $headings->renamed( $heading, $title )
				: Changes::outdated()
		);
	}

	/**
	 * Moves a heading with its items.
	 *
	 * @param string|null $before Heading that follows the moved heading; null for the end.
	 * @return array{before: string|null}|WP_Error Heading that followed the moved heading before the move; null for none.
	 */
	public function move_heading( int $registry_id, string $heading, ?string $before ): array|WP_Error {
		$was  = null;
		$done = $this->change_headings(
			$registry_id,
			static function ( Order $headings ) use ( $heading, $before, &$was ): Order|WP_Error {
				$was = $headings->next( $heading );
				return $headings->has( $heading ) && ( null === $before || $headings->has( $before ) )
					? $headings->moved( $heading, $before )
					: Changes::outdated();
			}
		);
		return is_wp_error( $done ) ? $done : array( 'before' => $was );
	}

	/**
	 * Removes a heading. Its items remain, without a heading.
	 *
	 * @return array{title: string, items: list<int>, before: string|null}|WP_Error Arguments of `add_heading` that restore
	 *         the heading.
	 */
	public function remove_heading( int $registry_id, string $heading ): array|WP_Error {
		$undo = array();
		$done = $this->change_headings(
			$registry_id,
			static function ( Order $headings ) use ( $heading, &$undo ): Order|WP_Error {
				$undo = array(
					'title'  => $heading,
					'items'  => $headings->items_under( $heading ),
					'before' => $headings->next( $heading ),
				);
				return $headings->has( $heading ) ? $headings->without( $heading ) : Changes::outdated();
			}
		);
		return is_wp_error( $done ) ? $done : $undo;
	}

	/**
	 * Changes the headings, and sorts the stored order by the new headings. If the order cannot be written, the next
	 * change of the order repairs it.
	 *
	 * @param callable(Order): (Order|WP_Error) $change Creates the new headings, or returns an error.
	 * @return true|WP_Error
	 */
	private function change_headings( int $registry_id, callable $change ): bool|WP_Error {
		$done = self::store_headings( $registry_id, $change );
		if ( true === $done ) {
			Changes::fire_changed( $registry_id );
			$this->write( $registry_id, static fn ( array $order ) => self::of( $registry_id )->sort( $order ) );
		}
		return $done;
	}

	/**
	 * Writes the order, with exactly the active items of the API. If another process writes the order at the same time,
	 * fetches the items again. If the order cannot be written, the items remain unchanged, and the next change repairs the
	 * order.
	 *
	 * @param (callable(list<int>): list<int>)|null $change Creates the new order from the current order; may be called
	 *        several times. Null keeps the current order.
	 * @param array<int, string> $removed Names of items that the caller has removed, by id.
	 * @return list<int>|WP_Error The order.
	 */
	public function write( int $registry_id, ?callable $change = null, array $removed = array() ): array|WP_Error {
		$grouped = self::of( $registry_id );
		$before  = array();
		$written = ( new StoredList( $registry_id, RegistryMeta::ITEM_IDS ) )->change(
			function ( array $stored ) use ( $registry_id, $change, &$before ): array|WP_Error {
				// The items are read after the list, and the list is written only if it is still the same. So the order has
				// all items that other processes have added to the list.
				$items  = $this->active->fetch( $registry_id );
				$before = Order::ids_in( $stored );
				if ( is_wp_error( $items ) ) {
					return $items;
				}
				$active = array_column( $items, 'id' );
				$shown  = Order::merge( $before, $active );
				return null === $change ? $shown : Order::merge( $change( $shown ), $active );
			}
		);
		if ( is_wp_error( $written ) ) {
			Changes::fire_removed( $registry_id, $removed );
			return $written;
		}
		$after = $written[0];
		// Remove only ids that were grouped before this write. In the meantime, another request may have added and grouped
		// new items.
		self::remove_items(
			$registry_id,
			array_values( array_diff( array( ...$grouped->grouped_ids(), ...$grouped->most_wanted ), $after ) )
		);
		Changes::fire_added( $registry_id, array_diff( $after, $before ) );
		Changes::fire_removed( $registry_id, $removed + array_fill_keys( array_diff( $before, $after ), null ) );
		return $after;
	}

	/**
	 * Changes the stored headings, but not the order of the items.
	 *
	 * @param callable(Order): (Order|WP_Error) $change Creates the new headings, or returns an error; may run again.
	 * @return true|WP_Error
	 */
	public static function store_headings( int $registry_id, callable $change ): bool|WP_Error {
		$changed = ( new StoredList( $registry_id, RegistryMeta::HEADINGS ) )->change(
			static function ( array $stored ) use ( $change ): array|WP_Error {
				$headings = Order::parse( $stored );
				$made     = $change( $headings );
				return match ( true ) {
					is_wp_error( $made )          => $made,
					// An unchanged list is not written again.
					$made->all === $headings->all => $stored,
					default                       => $made->all,
				};
			}
		);
		return is_wp_error( $changed ) ? $changed : true;
	}

	/**
	 * Marks or unmarks items as most wanted.
	 *
	 * @param list<int> $ids Items to mark as most wanted or not.
	 * @return true|WP_Error
	 */
	public static function mark( int $registry_id, array $ids, bool $is_most_wanted ): bool|WP_Error {
		$changed = ( new StoredList( $registry_id, RegistryMeta::MOST_WANTED ) )->change(
			static fn ( array $stored ) => $is_most_wanted
				? Order::ids_in( array( ...$stored, ...$ids ) )
				: array_values( array_diff( Order::ids_in( $stored ), $ids ) )
		);
		return is_wp_error( $changed ) ? $changed : true;
	}

	/** @param list<int> $ids Items whose headings and marks are removed, because the registry no longer has the items. */
	public static function remove_items( int $registry_id, array $ids ): void {
		$order = self::of( $registry_id );
		if ( array_intersect( $ids, $order->grouped_ids() ) ) {
			self::store_headings( $registry_id, static fn ( Order $headings ) => $headings->without_items( $ids ) );
		}
		if ( array_intersect( $ids, $order->most_wanted ) ) {
			self::mark( $registry_id, $ids, false );
		}
	}

	/**
	 * Returns an error if the title already exists, or if no heading can be added. A heading may keep its title `$but`.
	 */
	private static function title_problem( Order $headings, string $title, string $but = '' ): ?WP_Error {
		$other = $headings->similar_title( $title );
		if ( '' !== $other && $other !== $but ) {
			return new WP_Error(
				self::TITLE,
				__( 'There is already a heading with this title.', 'largesse' ),
				array( 'rule' => 'duplicate' )
			);
		}
		if ( '' === $but && count( $headings->all ) >= Order::MOST ) {
			/* translators: %s: a number. */
			return ( new FieldError( 'headings_full', sprintf( __( 'A registry has at most %s headings.', 'largesse' ), Number::text( Order::MOST ) ), Order::MOST ) )->refusal( self::TITLE );
		}
		return null;
	}
}
