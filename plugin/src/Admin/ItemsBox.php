<?php
/**
 * The items of a registry.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

use Closure;
use Largesse\Registry\RegistryItems;
use WP_Error;
use WP_Post;

/**
 * Lists the items of a registry, moves and removes them. No pictures: their addresses lead to other people's servers,
 * which need not know who opens this screen.
 */
final class ItemsBox implements RegistryBox {

	private const UP     = 'up';
	private const DOWN   = 'down';
	private const REMOVE = 'remove';

	/**
	 * Keeps where the items come from.
	 *
	 * @param Closure(): RegistryItems $items Gives them; most screens need none.
	 */
	public function __construct( private readonly Closure $items ) {}

	/**
	 * Name of the box in forms.
	 */
	public function id(): string {
		return 'items';
	}

	/**
	 * The heading of the box.
	 */
	public function title(): string {
		return __( 'Items', 'largesse' );
	}

	/**
	 * Prints the box.
	 *
	 * @param WP_Post               $registry The registry.
	 * @param string                $form     Id of the form.
	 * @param array<string, string> $typed    Not used: there is nothing to type.
	 */
	public function render( WP_Post $registry, string $form, array $typed ): void {
		$items = ( $this->items )()->of( $registry->ID );
		if ( is_wp_error( $items ) ) {
			/* translators: %s: the reason, a whole sentence. */
			echo '<p><strong>' . esc_html( sprintf( __( 'The items cannot be shown now. %s', 'largesse' ), $items->get_error_message() ) ) . '</strong></p>';
		} elseif ( ! $items ) {
			echo '<p>' . esc_html__( 'The registry has no items.', 'largesse' ) . '</p>';
		} else {
			( new ItemsTable( $form, current_user_can( 'manage_options' ) ) )->render( $items );
		}
	}

	/**
	 * Moves or removes an item.
	 *
	 * @param WP_Post               $registry The registry.
	 * @param array<string, string> $input    What was sent.
	 */
	public function save( WP_Post $registry, array $input ): string|WP_Error {
		$items = ( $this->items )();
		if ( isset( $input[ self::REMOVE ] ) ) {
			$removed = $items->remove( $registry->ID, absint( $input[ self::REMOVE ] ) );
			if ( is_wp_error( $removed ) ) {
				/* translators: %s: the reason, a whole sentence. */
				return new WP_Error( 'largesse_items', sprintf( __( 'The item was not removed. %s', 'largesse' ), $removed->get_error_message() ) );
			}
			return null === $removed ? __( 'The item was gone already.', 'largesse' ) : __( 'The item is removed.', 'largesse' );
		}
		$is_up = isset( $input[ self::UP ] );
		$moved = $this->move( $items, $registry->ID, absint( $input[ $is_up ? self::UP : self::DOWN ] ?? 0 ), $is_up ? -1 : 1 );
		if ( is_wp_error( $moved ) ) {
			/* translators: %s: the reason, a whole sentence. */
			return new WP_Error( 'largesse_items', sprintf( __( 'The item was not moved. %s', 'largesse' ), $moved->get_error_message() ) );
		}
		return __( 'The item is moved.', 'largesse' );
	}

	/**
	 * Lets an item change places with its neighbour.
	 *
	 * @param RegistryItems $items       The items.
	 * @param int           $registry_id Id of the registry.
	 * @param int           $id          Id of the item.
	 * @param int           $by          -1 up, 1 down.
	 * @return true|WP_Error
	 */
	private function move( RegistryItems $items, int $registry_id, int $id, int $by ): bool|WP_Error {
		$order = $items->project( $registry_id );
		if ( is_wp_error( $order ) ) {
			return $order;
		}
		$from = array_search( $id, $order, true );
		if ( false === $from ) {
			return new WP_Error( 'largesse_items', __( 'It is gone.', 'largesse' ) );
		}
		if ( isset( $order[ $from + $by ] ) ) {
			$order[ $from ]       = $order[ $from + $by ];
			$order[ $from + $by ] = $id;
			$order                = $items->reorder( $registry_id, $order );
		}
		return is_wp_error( $order ) ? $order : true;
	}
}
