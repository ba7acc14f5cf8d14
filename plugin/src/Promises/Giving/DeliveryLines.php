<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Registries\Registry\OpenedList;
use WP_Post;

/**
 * The delivery address of a registry, for a guest whose gift counts and who may open the list at this moment (rules:
 * Delivery address). Callers check that the guest gives a wish that is still on the list, and send pages without
 * caching.
 */
final class DeliveryLines {

	/** @return list<string> Lines of the address for a guest who may open the list; an empty list for none. */
	public static function of( OpenedList $list ): array {
		$registry = $list->registry;
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
