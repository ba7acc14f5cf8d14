<?php
declare( strict_types=1 );

namespace Largesse\Shares;

use Largesse\Giving\Surprise;
use Largesse\Html\Template;
use Largesse\Registry\Roles;
use Largesse\Registry\Store;
use WP_Post;

/** Shows recipients the shares that they may see, below the list of a registry's gifts (rules: Surprise). */
final class SeenShares {

	public function __construct( private readonly StoredShares $shares, private readonly Store $store ) {}

	/** Prints the shares to a recipient. */
	public function show( int $registry_id ): void {
		$registry = get_post( $registry_id );
		if ( ! $registry instanceof WP_Post || ! Roles::of( $registry )->is_recipient() ) {
			return;
		}
		$shares = $this->shares->all( $registry, Surprise::of( $registry )->shows_names() ? 'owner_names' : 'owner' );
		if ( is_array( $shares ) && array() !== $shares ) {
			$items = $this->store->items->all( $registry_id );
			$known = Shares::of( $shares, is_wp_error( $items ) ? array() : $items );
			$row   = static fn ( array $share ): array => array(
				'name'   => $share['name'],
				'amount' => $known->amount( $share['item_id'], (float) $share['amount'] ),
				'who'    => (string) $share['giver_name'],
			);
			Template::print( 'shares/seen', array( 'shares' => array_map( $row, $shares ) ) );
		}
	}
}
