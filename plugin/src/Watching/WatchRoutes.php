<?php
declare( strict_types=1 );

namespace Largesse\Watching;

use Largesse\Http\Errors;
use Largesse\Http\ServiceErrors;
use Largesse\Owners\Answers;
use Largesse\Owners\Routes;
use Largesse\Registry\Access;
use Largesse\Registry\Store;
use WP_Error;
use WP_REST_Response;

/**
 * Has the shops of a registry's wishes watched, and dismisses what was seen there, for the page My registries (rules: The
 * watch).
 */
final class WatchRoutes {

	public function __construct(
		private readonly Answers $answers,
		private readonly Store $store
	) {}

	/** Registers the routes with WordPress. */
	public function register_routes(): void {
		Routes::add( 'POST', Routes::REGISTRY . '/watch', Access::edit( ... ), fn ( array $body, int $id ) => $this->answer( $id, ShopHints::watch( $id, true ) ) );
		Routes::add( 'DELETE', Routes::REGISTRY . '/watch', Access::edit( ... ), fn ( array $body, int $id ) => $this->answer( $id, ShopHints::watch( $id, false ) ) );
		Routes::add( 'DELETE', Routes::ITEM . '/shop-hint', Access::edit_item( ... ), $this->dismiss( ... ) );
	}

	/**
	 * Dismisses what is said of an item at its shop.
	 *
	 * @param array<string, mixed> $body Not used.
	 */
	private function dismiss( array $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$items = $this->store->items->all( $id );
		if ( is_wp_error( $items ) ) {
			return ServiceErrors::of_change( $items );
		}
		return in_array( $item_id, array_column( $items, 'id' ), true ) ? $this->answer( $id, ShopHints::dismiss( $id, $item_id ) ) : Errors::no_item();
	}

	/**
	 * Answers after a change.
	 *
	 * @param bool|WP_Error $done What came of it.
	 */
	private function answer( int $id, bool|WP_Error $done ): WP_REST_Response|WP_Error {
		return is_wp_error( $done ) ? $done : $this->answers->registry( $id );
	}
}
