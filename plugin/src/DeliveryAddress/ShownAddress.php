<?php
declare( strict_types=1 );

namespace Largesse\DeliveryAddress;

use WP_Post;

/**
 * Shows the address of a shared registry on the pages and in the mails of gifts that count.
 */
final class ShownAddress {

	/**
	 * Returns the lines of the address.
	 *
	 * @param list<string> $lines Lines from other plugins.
	 * @return list<string>
	 */
	public static function add( array $lines, WP_Post $registry ): array {
		$is_shared = in_array( $registry->post_status, array( 'publish', 'private' ), true );
		return $is_shared ? array( ...$lines, ...( StoredAddress::of( $registry )->lines() ?? array() ) ) : $lines;
	}
}
