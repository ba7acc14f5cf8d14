<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Giving\OwnedQuantities;
use Largesse\Giving\Purchases;
use Largesse\Giving\Surprise;
use Largesse\Http\Body;
use Largesse\Http\Errors;
use Largesse\Http\ServiceErrors;
use Largesse\Registry\PlaceholderAddress;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\Store;
use WP_Error;
use WP_REST_Response;

/**
 * REST routes in the namespace `largesse/v1`, which the pages of the site use to read and change registries and items.
 * WordPress's own routes cannot replace them: they support neither items nor versions.
 *
 * A change returns only the changed fields, and a conflict returns the whole registry. No response contains affiliate
 * links.
 */
final class RegistryRoutes {

	public function __construct(
		private readonly RegistryResponses $responses,
		private readonly Store $store,
		private readonly OwnedQuantities $owned
	) {}

	/** Returns a registry. */
	public function read( Body $body, int $id ): WP_REST_Response|WP_Error {
		return $this->responses->registry( $id );
	}

	/** Creates a registry for the caller. */
	public function create( Body $body ): WP_REST_Response|WP_Error {
		$fields   = new RegistryFields( $body->all() );
		$problems = $fields->problems( true, get_current_user_id() );
		if ( $problems ) {
			return Errors::fields( $problems );
		}
		$keepers = true === $body->raw( RegistryFields::FOR_CHILD ) ? array( wp_get_current_user()->user_login ) : array();
		$draft   = true === $body->raw( RegistryFields::DRAFT ) ? array( 'post_status' => 'draft' ) : array();
		$id      = $this->store->details->create( $draft + $fields->stored(), array( RegistryMeta::KEEPERS => $keepers ) );
		return is_wp_error( $id ) ? Errors::not_stored() : $this->responses->registry( $id, status: 201 );
	}

	/** Changes the submitted fields of a registry. If one field is invalid, changes nothing. */
	public function update( Body $body, int $id ): WP_REST_Response|WP_Error {
		$fields   = new RegistryFields( $body->all() );
		$problems = $fields->problems( false, (int) get_post_field( 'post_author', $id ), $id );
		$version  = $problems ? Errors::fields( $problems ) : $body->value( 'version' );
		if ( is_wp_error( $version ) ) {
			return $version;
		}
		$stored = $fields->stored();
		$status = get_post_status( $id );
		if ( ( $stored['post_status'] ?? $status ) !== $status && ! current_user_can( 'publish_registries' ) ) {
			return Errors::forbidden( __( 'Sorry, you are not allowed to do that.', 'largesse' ) );
		}
		// The displayed quantities of all wishes depend on the surprise.
		$changed = $this->responses->before( $id, new ChangedParts( array( ChangedParts::DETAILS, ...( Surprise::is_changed_by( $stored, $id ) ? array( ChangedParts::WISHES ) : array() ) ) ) );
		$result  = $this->store->details->update( $id, $stored, $version );
		if ( true === $result ) {
			return $this->responses->registry( $id, $changed );
		}
		if ( null === $result ) {
			return Errors::no_registry();
		}
		return match ( $result->get_error_code() ) {
			Store::OUTDATED => $this->responses->outdated( $id ),
			Store::BUSY     => $result,
			default         => Errors::not_stored(),
		};
	}

	/** Deletes a registry. At the end of the request, the plugin also retires the registry's items. */
	public function delete( Body $body, int $id ): WP_REST_Response|WP_Error {
		return $this->store->details->delete( $id ) ? new WP_REST_Response( array( 'deleted' => true ) ) : Errors::not_stored();
	}

	/** Adds an item. An item without an address is a wish without a shop. */
	public function add_item( Body $body, int $id ): WP_REST_Response|WP_Error {
		$heading = GroupingRoutes::heading_in( $body, $id );
		if ( is_wp_error( $heading ) ) {
			return $heading;
		}
		$item = $this->store->items->add( $id, PlaceholderAddress::with_placeholder( $body->all( ServiceErrors::ITEM_FIELDS ), get_post( $id ) ), $heading ?? '' );
		if ( is_wp_error( $item ) ) {
			return ServiceErrors::after_change( $item );
		}
		return $this->responses->registry( $id, new ChangedParts( array( ChangedParts::ORDER ), items: array( $item['id'] ) ), array( 'item' => $item['id'] ), 201 );
	}

	/** Changes the sent fields of an item, unless it has changed since the caller read it. */
	public function update_item( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$version = $body->value( 'version' );
		$heading = is_wp_error( $version ) ? $version : GroupingRoutes::heading_in( $body, $id );
		if ( is_wp_error( $heading ) ) {
			return $heading;
		}
		$fields  = $body->all( ServiceErrors::ITEM_FIELDS );
		$fields  = array_key_exists( 'url', $fields ) ? PlaceholderAddress::with_placeholder( $fields, get_post( $id ) ) : $fields;
		$changed = $this->store->items->update( $id, $item_id, $fields, $version );
		if ( null !== $heading && is_array( $changed ) ) {
			$changed = $this->store->order->move_under_heading( $id, $item_id, $heading );
		}
		return $this->answer_change( $id, $changed, new ChangedParts( null === $heading ? array() : array( ChangedParts::ORDER ), items: array( $item_id ) ) );
	}

	/** Removes an item, and returns the fields that restore it. */
	public function remove_item( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$undo = $this->store->items->remove( $id, $item_id );
		return $this->answer_change( $id, $undo, new ChangedParts( array( ChangedParts::ORDER ) ), array( 'undo' => $undo ) );
	}

	/** Restores a removed item. */
	public function restore_item( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$before  = $body->value( 'before' );
		$heading = $body->raw( 'heading' );
		$heading = is_string( $heading ) ? $heading : '';
		if ( is_wp_error( $before ) ) {
			return $before;
		}
		$item = $this->store->items->restore( $id, $item_id, $before, $heading, true === $body->raw( 'is_most_wanted' ) );
		return $this->answer_change( $id, $item, new ChangedParts( array( ChangedParts::ORDER ), items: array( $item_id ) ) );
	}

	/** Moves an item, and returns the item's old place. */
	public function move_item( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$before  = $body->value( 'before' );
		$heading = is_wp_error( $before ) || ! $body->has( 'heading' ) ? null : $body->value( 'heading' );
		if ( is_wp_error( $before ) || is_wp_error( $heading ) ) {
			return is_wp_error( $before ) ? $before : $heading;
		}
		$undo = $this->store->order->move( $id, $item_id, $before, $heading );
		return $this->answer_change( $id, $undo, new ChangedParts( array( ChangedParts::ORDER ) ), array( 'undo' => $undo ) );
	}

	/** Records that the owner already has an item. */
	public function record_owned( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$purchase = $body->value( 'purchase' );
		$quantity = is_wp_error( $purchase ) ? $purchase : $body->value( 'quantity' );
		if ( is_wp_error( $quantity ) ) {
			return $quantity;
		}
		$fields = array(
			'item_id'  => $item_id,
			'quantity' => $quantity,
		);
		$had    = $this->owned->record( get_post( $id ), $purchase, $fields );
		// Not enough pieces remain, because someone has given pieces in the meantime.
		return is_wp_error( $had ) && Purchases::is_not_enough( $had ) ? $this->responses->outdated( $id ) : $this->answer_change( $id, $had, new ChangedParts( items: array( $item_id ) ) );
	}

	/** Records that the owner has fewer pieces than before. */
	public function reduce_owned( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$left = $body->value( 'left' );
		return is_wp_error( $left ) ? $left : $this->answer_change( $id, $this->owned->reduce( get_post( $id ), $item_id, $left ), new ChangedParts( items: array( $item_id ) ) );
	}

	/**
	 * Returns the answer to a change of an item.
	 *
	 * @param mixed                $result  Result; null if the registry has no such item.
	 * @param array<string, mixed> $more    Other fields of the answer.
	 */
	private function answer_change( int $id, mixed $result, ChangedParts $changed, array $more = array() ): WP_REST_Response|WP_Error {
		if ( ! is_wp_error( $result ) ) {
			return null === $result ? Errors::no_item() : $this->responses->registry( $id, $changed, $more );
		}
		return Store::OUTDATED === $result->get_error_code() ? $this->responses->outdated( $id ) : ServiceErrors::after_change( $result );
	}
}
