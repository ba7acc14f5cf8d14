<?php
declare( strict_types=1 );

namespace Largesse\Following;

use Largesse\Registry\Store;
use WP_Error;
use WP_Post;

/** Reads the wishes that all guests of a registry can see (rules: Following). */
final class VisibleWishes {

	public function __construct( private readonly Store $store ) {}

	/** Returns items, the newest first. @param bool $is_page Whether a visitor waits for the answer. */
	public function of( WP_Post $registry, bool $is_page = false ): array|WP_Error {
		// The quantities of public pages ignore secret gifts, so all followers get the same items.
		$store = $is_page ? $this->store : $this->store->in_background();
		$items = $store->items->for_public( $registry->ID );
		if ( is_array( $items ) ) {
			usort( $items, static fn ( array $one, array $other ): int => array( $other['created_at'], $other['id'] ) <=> array( $one['created_at'], $one['id'] ) );
		}
		return $items;
	}
}
