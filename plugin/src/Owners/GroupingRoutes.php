<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Http\Body;
use Largesse\Http\Errors;
use Largesse\Http\FieldMessages;
use Largesse\Http\ServiceErrors;
use Largesse\Registry\Access;
use Largesse\Registry\Headings;
use Largesse\Registry\Store;
use Largesse\Registry\StoredGrouping;
use Largesse\Registry\StoredLists;
use WP_Error;
use WP_REST_Response;

/**
 * Groups the wishes of a registry under headings, and notes which of them its owners want most of all, for the page My
 * registries (rules: Headings). A heading is named by its title.
 */
final class GroupingRoutes {

	public function __construct(
		private readonly Answers $answers,
		private readonly Store $store
	) {}

	/** Registers the routes with WordPress. */
	public function register_routes(): void {
		Routes::add( 'POST', Routes::REGISTRY . '/headings', Access::edit( ... ), $this->add( ... ) );
		Routes::add( 'PATCH', Routes::REGISTRY . '/headings', Access::edit( ... ), $this->change( ... ) );
		Routes::add( 'DELETE', Routes::REGISTRY . '/headings', Access::edit( ... ), $this->remove( ... ) );
		Routes::add( 'POST', Routes::ITEM . '/most-wanted', Access::edit_item( ... ), fn ( array $body, int $id, int $item_id ) => $this->mark( $id, $item_id, true ) );
		Routes::add( 'DELETE', Routes::ITEM . '/most-wanted', Access::edit_item( ... ), fn ( array $body, int $id, int $item_id ) => $this->mark( $id, $item_id, false ) );
	}

	/**
	 * Returns the heading of an item in a body: null if it names none, '' for no heading.
	 *
	 * @param array<string, mixed> $body `heading`: a title, or ''.
	 */
	public static function heading_in( array $body, int $id ): string|null|WP_Error {
		$heading = array_key_exists( 'heading', $body ) ? Body::text( $body, 'heading' ) : null;
		if ( ! is_string( $heading ) || '' === $heading || StoredLists::headings( $id )->has( $heading ) ) {
			return $heading;
		}
		return Errors::fields( array( 'heading' => __( 'This heading is not there any more.', 'largesse' ) ) );
	}

	/**
	 * Adds a heading.
	 *
	 * @param array<string, mixed> $body `title`; to bring one back, `items`, which go under it, and `before`, a heading.
	 */
	private function add( array $body, int $id ): WP_REST_Response|WP_Error {
		$title  = self::title( $body );
		$before = is_wp_error( $title ) ? $title : self::before( array( 'before' => $body['before'] ?? null ) );
		if ( is_wp_error( $before ) ) {
			return $before;
		}
		$items = is_array( $body['items'] ?? null ) ? array_values( array_filter( $body['items'], 'is_int' ) ) : array();
		return $this->answer( $id, $this->store->order->add_heading( $id, $title, $items, $before ), array(), 201 );
	}

	/**
	 * Gives a heading another title, or another place.
	 *
	 * @param array<string, mixed> $body `heading`: its title; then `title`, the new one, or `before`, a heading or null.
	 */
	private function change( array $body, int $id ): WP_REST_Response|WP_Error {
		$heading = Body::text( $body, 'heading' );
		if ( is_wp_error( $heading ) ) {
			return $heading;
		}
		if ( array_key_exists( 'before', $body ) ) {
			$before = self::before( $body );
			$undo   = is_wp_error( $before ) ? $before : $this->store->order->move_heading( $id, $heading, $before );
			return $this->answer( $id, $undo, array( 'undo' => $undo ) );
		}
		$title = self::title( $body );
		return $this->answer( $id, is_wp_error( $title ) ? $title : $this->store->order->rename_heading( $id, $heading, $title ) );
	}

	/**
	 * Removes a heading, and tells what it takes to bring it back.
	 *
	 * @param array<string, mixed> $body `heading`: its title.
	 */
	private function remove( array $body, int $id ): WP_REST_Response|WP_Error {
		$heading = Body::text( $body, 'heading' );
		$undo    = is_wp_error( $heading ) ? $heading : $this->store->order->remove_heading( $id, $heading );
		return $this->answer( $id, $undo, array( 'undo' => $undo ) );
	}

	/** Notes whether an item is wanted most of all. */
	private function mark( int $id, int $item_id, bool $is_most_wanted ): WP_REST_Response|WP_Error {
		$done = $this->store->items->mark_most_wanted( $id, $item_id, $is_most_wanted );
		if ( is_wp_error( $done ) && Store::BUSY !== $done->get_error_code() ) {
			return ServiceErrors::of_change( $done );
		}
		return null === $done ? Errors::no_item() : $this->answer( $id, $done );
	}

	/**
	 * Returns the title of a body as it is stored.
	 *
	 * @param array<string, mixed> $body The body.
	 */
	private static function title( array $body ): string|WP_Error {
		$sent = Body::text( $body, 'title' );
		$rule = is_wp_error( $sent ) ? null : Headings::problem( $sent );
		return null === $rule ? ( is_wp_error( $sent ) ? $sent : Headings::clean( $sent ) ) : Errors::fields( array( 'title' => FieldMessages::of( 'title', $rule ) ) );
	}

	/**
	 * Returns the heading of a body before which something goes; null for the end.
	 *
	 * @param array<string, mixed> $body The body.
	 */
	private static function before( array $body ): string|null|WP_Error {
		return null === $body['before'] ? null : Body::text( $body, 'before' );
	}

	/**
	 * Answers after a change.
	 *
	 * @param mixed                $result What came of it; may be an error.
	 * @param array<string, mixed> $more   What else is answered.
	 * @param int                  $status HTTP status.
	 */
	private function answer( int $id, mixed $result, array $more = array(), int $status = 200 ): WP_REST_Response|WP_Error {
		if ( ! is_wp_error( $result ) ) {
			return $this->answers->registry( $id, $more, $status );
		}
		return match ( $result->get_error_code() ) {
			Store::OUTDATED       => $this->answers->changed( $id ),
			StoredGrouping::TITLE => Errors::fields( array( 'title' => $result->get_error_message() ) ),
			default               => $result,
		};
	}
}
