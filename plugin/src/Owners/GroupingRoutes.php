<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Http\Body;
use Largesse\Http\Errors;
use Largesse\Http\FieldError;
use Largesse\Http\ServiceErrors;
use Largesse\Registry\Headings;
use Largesse\Registry\Grouping;
use Largesse\Registry\Store;
use Largesse\Registry\StoredGrouping;
use WP_Error;
use WP_REST_Response;

/**
 * Routes for the page My registries. They group the wishes of a registry under headings, and mark the most wanted
 * wishes (rules: Headings). Headings have no ids; requests identify a heading by its title.
 */
final class GroupingRoutes {

	public function __construct(
		private readonly RegistryResponses $responses,
		private readonly Store $store
	) {}

	/** Returns the heading that a request's body sets for an item: '' for no heading, null if the field is missing. */
	public static function heading_in( Body $body, int $id ): string|null|WP_Error {
		$heading = $body->has( 'heading' ) ? $body->value( 'heading' ) : null;
		if ( ! is_string( $heading ) || '' === $heading || Grouping::headings( $id )->has( $heading ) ) {
			return $heading;
		}
		return Errors::fields( array( 'heading' => new FieldError( 'no_heading', __( 'This heading no longer exists.', 'largesse' ) ) ) );
	}

	/** Adds a heading. */
	public function add( Body $body, int $id ): WP_REST_Response|WP_Error {
		$title  = self::title( $body );
		$before = is_wp_error( $title ) ? $title : $body->value( 'before' );
		if ( is_wp_error( $before ) ) {
			return $before;
		}
		$items = $body->raw( 'items' );
		$items = is_array( $items ) ? array_values( array_filter( $items, 'is_int' ) ) : array();
		return $this->answer( $id, $this->store->order->add_heading( $id, $title, $items, $before ), new ChangedParts( array( ChangedParts::HEADINGS, ...( array() !== $items ? array( ChangedParts::ORDER ) : array() ) ) ), status: 201 );
	}

	/** Renames or moves a heading. */
	public function change( Body $body, int $id ): WP_REST_Response|WP_Error {
		$heading = $body->value( 'heading' );
		if ( is_wp_error( $heading ) ) {
			return $heading;
		}
		if ( $body->has( 'before' ) ) {
			$before = $body->value( 'before' );
			$undo   = is_wp_error( $before ) ? $before : $this->store->order->move_heading( $id, $heading, $before );
			return $this->answer( $id, $undo, new ChangedParts( array( ChangedParts::HEADINGS, ChangedParts::ORDER ) ), array( 'undo' => $undo ) );
		}
		$title = self::title( $body );
		return $this->answer( $id, is_wp_error( $title ) ? $title : $this->store->order->rename_heading( $id, $heading, $title ), new ChangedParts( array( ChangedParts::HEADINGS ) ) );
	}

	/** Removes a heading, and returns the fields that restore it. */
	public function remove( Body $body, int $id ): WP_REST_Response|WP_Error {
		$heading = $body->value( 'heading' );
		$undo    = is_wp_error( $heading ) ? $heading : $this->store->order->remove_heading( $id, $heading );
		return $this->answer( $id, $undo, new ChangedParts( array( ChangedParts::HEADINGS, ...( is_array( $undo ) && array() !== $undo['items'] ? array( ChangedParts::ORDER ) : array() ) ) ), array( 'undo' => $undo ) );
	}

	/** Marks an item as wanted most of all. */
	public function mark( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		return $this->set_mark( $id, $item_id, true );
	}

	/** Removes the mark of an item. */
	public function unmark( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		return $this->set_mark( $id, $item_id, false );
	}

	private function set_mark( int $id, int $item_id, bool $is_most_wanted ): WP_REST_Response|WP_Error {
		$done = $this->store->items->mark_most_wanted( $id, $item_id, $is_most_wanted );
		if ( is_wp_error( $done ) && Store::BUSY !== $done->get_error_code() ) {
			return ServiceErrors::after_change( $done );
		}
		return null === $done ? Errors::no_item() : $this->answer( $id, $done, new ChangedParts( items: array( $item_id ) ) );
	}

	/** Returns the title of a heading from a request body, in its stored form. */
	private static function title( Body $body ): string|WP_Error {
		$sent = $body->value( 'title' );
		$rule = is_wp_error( $sent ) ? null : Headings::problem( $sent );
		return null === $rule ? ( is_wp_error( $sent ) ? $sent : Headings::clean( $sent ) ) : Errors::fields( array( 'title' => FieldError::of( 'title', $rule ) ) );
	}

	/**
	 * Returns the response to a change.
	 *
	 * @param mixed                $result  Result of the change; may be an error.
	 * @param array<string, mixed> $more    Additional data of the response.
	 */
	private function answer( int $id, mixed $result, ChangedParts $changed, array $more = array(), int $status = 200 ): WP_REST_Response|WP_Error {
		if ( ! is_wp_error( $result ) ) {
			return $this->responses->registry( $id, $changed, $more, $status );
		}
		return match ( $result->get_error_code() ) {
			Store::OUTDATED       => $this->responses->outdated( $id ),
			StoredGrouping::TITLE => Errors::fields( array( 'title' => FieldError::of_error( $result ) ) ),
			default               => $result,
		};
	}
}
