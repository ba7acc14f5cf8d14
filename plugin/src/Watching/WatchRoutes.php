<?php
declare( strict_types=1 );

namespace Largesse\Watching;

use Largesse\Http\Body;
use Largesse\Http\Errors;
use Largesse\Owners\ChangedParts;
use Largesse\Owners\RegistryResponses;
use Largesse\Records\Record;
use Largesse\Registry\Store;
use WP_Error;
use WP_REST_Response;

/** Routes of My registries that start and stop the watch of shops, and dismiss hints (rules: The watch). */
final class WatchRoutes {

	public function __construct(
		private readonly RegistryResponses $responses,
		private readonly Store $store
	) {}

	/** Starts watching the shops. */
	public function start( Body $body, int $id ): WP_REST_Response|WP_Error {
		return $this->set_watch( $id, true );
	}

	/** Stops watching the shops. */
	public function stop( Body $body, int $id ): WP_REST_Response|WP_Error {
		return $this->set_watch( $id, false );
	}

	private function set_watch( int $id, bool $is_watched ): WP_REST_Response|WP_Error {
		$hinted  = array_keys( ShopHints::all( $id ) );
		$changed = $this->responses->before( $id, new ChangedParts( array( ChangedParts::DETAILS ), items: $hinted, set: array( 'shop_watch' ) ) );
		return $this->answer( $id, ShopHints::watch( $id, $is_watched ), $changed );
	}

	/** Dismisses the hint about the shop of an item. */
	public function dismiss( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$items = $this->store->items->all( $id );
		if ( is_wp_error( $items ) ) {
			return Errors::after_change( $items );
		}
		return in_array( $item_id, array_column( $items, 'id' ), true ) ? $this->answer( $id, ShopHints::dismiss( $id, $item_id ), new ChangedParts( items: array( $item_id ) ) ) : Errors::no_item();
	}

	private function answer( int $id, Record|WP_Error $done, ChangedParts $changed ): WP_REST_Response|WP_Error {
		return is_wp_error( $done ) ? $done : $this->responses->registry( $id, $changed );
	}
}
