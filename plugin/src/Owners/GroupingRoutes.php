<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Http\Body;
use Largesse\Http\FieldError;
use Largesse\Http\InvalidBody;
use Largesse\Registry\Headings;
use Largesse\Registry\Grouping;
use Largesse\Registry\Store;
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

	/**
	 * Returns the heading that a request's body sets for an item: '' for no heading, null if the field is missing.
	 *
	 * @throws InvalidBody If the registry has no such heading.
	 */
	public static function heading_in( Body $body, int $id ): ?string {
		$heading = $body->has( 'heading' ) ? $body->value( 'heading' ) : null;
		if ( ! is_string( $heading ) || '' === $heading || Grouping::headings( $id )->has( $heading ) ) {
			return $heading;
		}
		throw InvalidBody::of( 'heading', new FieldError( 'no_heading', __( 'This heading no longer exists.', 'largesse' ) ) );
	}

	public function add( Body $body, int $id ): WP_REST_Response|WP_Error {
		$title  = self::title( $body );
		$before = $body->value( 'before' );
		$items  = $body->raw( 'items' );
		$items  = is_array( $items ) ? array_values( array_filter( $items, 'is_int' ) ) : array();
		return $this->responses->after( $id, $this->store->order->add_heading( $id, $title, $items, $before ), new ChangedParts( array( ChangedParts::HEADINGS, ...( array() !== $items ? array( ChangedParts::ORDER ) : array() ) ) ), status: 201 );
	}

	/** Renames or moves a heading. */
	public function change( Body $body, int $id ): WP_REST_Response|WP_Error {
		$heading = $body->value( 'heading' );
		if ( $body->has( 'before' ) ) {
			$undo = $this->store->order->move_heading( $id, $heading, $body->value( 'before' ) );
			return $this->responses->after( $id, $undo, new ChangedParts( array( ChangedParts::HEADINGS, ChangedParts::ORDER ) ), array( 'undo' => $undo ) );
		}
		return $this->responses->after( $id, $this->store->order->rename_heading( $id, $heading, self::title( $body ) ), new ChangedParts( array( ChangedParts::HEADINGS ) ) );
	}

	/** Removes a heading, and returns the fields that restore it. */
	public function remove( Body $body, int $id ): WP_REST_Response|WP_Error {
		$undo = $this->store->order->remove_heading( $id, $body->value( 'heading' ) );
		return $this->responses->after( $id, $undo, new ChangedParts( array( ChangedParts::HEADINGS, ...( is_array( $undo ) && array() !== $undo['items'] ? array( ChangedParts::ORDER ) : array() ) ) ), array( 'undo' => $undo ) );
	}

	public function mark( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		return $this->set_mark( $id, $item_id, true );
	}

	public function unmark( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		return $this->set_mark( $id, $item_id, false );
	}

	private function set_mark( int $id, int $item_id, bool $is_most_wanted ): WP_REST_Response|WP_Error {
		return $this->responses->after( $id, $this->store->items->mark_most_wanted( $id, $item_id, $is_most_wanted ), new ChangedParts( items: array( $item_id ) ) );
	}

	/** Returns the title of a heading in its stored form. @throws InvalidBody If the title is invalid. */
	private static function title( Body $body ): string {
		$title = $body->value( 'title' );
		$rule  = Headings::problem( $title );
		return null === $rule ? Headings::clean( $title ) : throw InvalidBody::of( 'title', FieldError::of( 'title', $rule ) );
	}
}
