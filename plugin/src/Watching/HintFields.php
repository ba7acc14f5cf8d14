<?php
declare( strict_types=1 );

namespace Largesse\Watching;

use Largesse\Registry\People;
use Largesse\Registry\RegistryMeta;
use WP_Post;

/**
 * The fields that tell owners what the watch has seen at shops (rules: The watch).
 */
final class HintFields {

	/**
	 * Adds the fields to a registry that is shown to one of its readers, and to its items.
	 *
	 * @param array<string, mixed>       $view  The registry, as the pages get it.
	 * @param list<array<string, mixed>> $items Its items as the service answers them.
	 * @return array<string, mixed>
	 */
	public static function add_to_view( array $view, WP_Post $registry, array $items ): array {
		$can_watch  = current_user_can( 'edit_post', $registry->ID ) && ShopWatch::is_on();
		$is_watched = $can_watch && RegistryMeta::is_watched( $registry->ID );
		$hints      = $is_watched && People::of( $registry )->is_owner() ? ShopHints::all( $registry->ID ) : array();
		foreach ( $items as $index => $item ) {
			$shown = $view['items'][ $index ];
			// Owners who have all of it need no hint.
			$view['items'][ $index ]['shop_hint'] = $shown['quantity_had'] >= $shown['quantity_needed'] ? '' : ShopHints::text( $item, $hints[ $item['id'] ] ?? null );
		}
		// '' if nobody can choose that here.
		return $view + array( 'shop_watch' => $can_watch ? ( $is_watched ? 'on' : 'off' ) : '' );
	}
}
