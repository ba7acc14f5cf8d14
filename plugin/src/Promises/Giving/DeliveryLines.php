<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Registries\Registry\WayIn;
use WP_Post;

/**
 * The delivery address of a registry, for a guest whose gift counts and who may open the list at this moment (rules:
 * Delivery address). Callers check that the guest gives a wish that is still on the list, and send pages without
 * caching.
 */
final class DeliveryLines {

	/** @return list<string> Lines of the address for the visitor of a page; an empty list for none. */
	public static function for_visitor( WP_Post $registry ): array {
		return self::for_guest( $registry, WayIn::of_visitor( $registry ) );
	}

	/** @return list<string> Lines of the address for a guest with this way into the list (WayIn); an empty list for none. */
	public static function for_guest( WP_Post $registry, string $way ): array {
		if ( ! WayIn::is_open( $registry, $way ) ) {
			return array();
		}
		/**
		 * Filters the lines of the delivery address on pages and in mails of gifts that count. Never store or log them.
		 *
		 * @param list<string> $lines    Plain text.
		 * @param WP_Post      $registry The registry.
		 */
		return array_values(
			array_filter( (array) apply_filters( 'largesse_delivery_address', array(), $registry ), 'is_string' )
		);
	}
}
