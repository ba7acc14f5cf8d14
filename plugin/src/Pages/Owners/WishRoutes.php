<?php
declare( strict_types=1 );

namespace Largesse\Pages\Owners;

use Largesse\Foundation\Http\Body;
use Largesse\Foundation\Http\Errors;
use Largesse\Foundation\Http\FieldError;
use Largesse\Foundation\Http\InvalidBody;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\Rules;
use Largesse\Promises\Giving\OwnedPieces;
use Largesse\Promises\Giving\Purchases;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\Wish;
use Largesse\Registries\Registry\WishOrder;
use WP_Error;
use WP_REST_Response;

// phpcs:disable WordPress.Security.EscapeOutput.ExceptionNotEscaped -- WordPress encodes these messages as JSON.

/** REST routes with which owners change the wishes of a registry (RegistryRoutes). */
final class WishRoutes {

	public function __construct(
		private readonly RegistryResponses $responses,
		private readonly Store $store,
		private readonly OwnedPieces $owned
	) {}

	/** Adds an item. An item without an address is a wish without a shop. */
	public function add_item( Body $body, int $id ): WP_REST_Response|WP_Error {
		$heading = self::heading_in( $body, $id );
		$item    = $this->store->items->add( $id, Wish::with_address( $body->all( Rules::WISH_FIELDS ) ), $heading ?? '' );
		if ( is_wp_error( $item ) ) {
			return Errors::after_change( $item );
		}
		return $this->responses->registry(
			$id,
			new ChangedParts( array( ChangedParts::ORDER ), items: array( $item['id'] ) ),
			array( 'item' => $item['id'] ),
			201
		);
	}

	/** Changes the sent fields of an item, unless it has changed since the caller read it. */
	public function update_item( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$version = $body->value( 'version' );
		$heading = self::heading_in( $body, $id );
		$fields  = $body->all( Rules::WISH_FIELDS );
		$fields  = array_key_exists( 'url', $fields ) ? Wish::with_address( $fields ) : $fields;
		$changed = $this->store->items->update( $id, $item_id, $fields, $version );
		if ( null !== $heading && is_array( $changed ) ) {
			$changed = $this->store->order->move( $id, $item_id, null, $heading );
		}
		return $this->responses->after(
			$id,
			$changed,
			new ChangedParts( null === $heading ? array() : array( ChangedParts::ORDER ), items: array( $item_id ) )
		);
	}

	/** Removes an item, and returns the fields that restore it. */
	public function remove_item( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$undo = $this->store->items->remove( $id, $item_id );
		return $this->responses->after(
			$id,
			$undo,
			new ChangedParts( array( ChangedParts::ORDER ) ),
			array( 'undo' => $undo )
		);
	}

	public function restore_item( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$heading = $body->raw( 'heading' );
		$item    = $this->store->items->restore(
			$id,
			$item_id,
			$body->value( 'before' ),
			is_string( $heading ) ? $heading : '',
			true === $body->raw( 'is_most_wanted' )
		);
		return $this->responses->after(
			$id,
			$item,
			new ChangedParts( array( ChangedParts::ORDER ), items: array( $item_id ) )
		);
	}

	/** Moves an item, and returns the item's old place. */
	public function move_item( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$undo = $this->store->order->move(
			$id,
			$item_id,
			$body->value( 'before' ),
			$body->has( 'heading' ) ? $body->value( 'heading' ) : null
		);
		return $this->responses->after(
			$id,
			$undo,
			new ChangedParts( array( ChangedParts::ORDER ) ),
			array( 'undo' => $undo )
		);
	}

	public function record_owned( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$purchase = $body->value( 'purchase' );
		$fields   = array(
			'item_id'  => $item_id,
			'quantity' => $body->value( 'quantity' ),
		);
		$had      = $this->owned->record( get_post( $id ), $purchase, $fields );
		// Not enough pieces remain, because someone has given pieces in the meantime.
		return is_wp_error( $had ) && Purchases::NOT_ENOUGH === ApiError::status( $had )
			? $this->responses->outdated( $id )
			: $this->responses->after( $id, $had, new ChangedParts( items: array( $item_id ) ) );
	}

	public function reduce_owned( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		return $this->responses->after(
			$id,
			$this->owned->reduce( get_post( $id ), $item_id, $body->value( 'left' ) ),
			new ChangedParts( items: array( $item_id ) )
		);
	}

	public function mark( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		return $this->responses->after(
			$id,
			$this->store->items->mark_most_wanted( $id, $item_id, false !== $body->raw( 'is_most_wanted' ) ),
			new ChangedParts( items: array( $item_id ) )
		);
	}

	/**
	 * Returns the heading that a request's body sets for an item: '' for no heading, null if the field is missing.
	 *
	 * @throws InvalidBody If the registry has no such heading.
	 */
	private static function heading_in( Body $body, int $id ): ?string {
		$heading = $body->has( 'heading' ) ? $body->value( 'heading' ) : null;
		if ( ! is_string( $heading ) || '' === $heading || WishOrder::of( $id )->has( $heading ) ) {
			return $heading;
		}
		throw InvalidBody::of(
			'heading',
			new FieldError( 'no_heading', __( 'This heading no longer exists.', 'largesse' ) )
		);
	}
}
