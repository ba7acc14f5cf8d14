<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use WP_Post;

/**
 * The delivery address of a registry, for a guest whose gift counts (rules: Delivery address). Callers check that the
 * visitor may open the list and gives a wish that is still on it, and send the page without caching.
 */
final class DeliveryLines {

	/** @return list<string> Lines of the address; an empty list for none. */
	public static function of( WP_Post $registry ): array {
		/**
		 * Filters the lines of the delivery address on pages and in mails of gifts that count. Never store or log them.
		 *
		 * @param list<string> $lines    Plain text.
		 * @param WP_Post      $registry The registry.
		 */
		return array_values( array_filter( (array) apply_filters( 'largesse_delivery_address', array(), $registry ), 'is_string' ) );
	}
}
