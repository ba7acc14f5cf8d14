<?php
declare( strict_types=1 );

namespace Largesse\Html;

use Largesse\Format\WebAddress;

/** Finds the address of an item's picture for the template `html/picture`. */
final class Picture {

	/** Returns the address from which a page loads the picture, at the shop or of a copy; '' for no picture. */
	public static function source( array $item ): string {
		/**
		 * Filters the address from which a page loads the picture of an item.
		 *
		 * @param string               $address The address; '' for no picture.
		 * @param array<string, mixed> $item    The item.
		 */
		return apply_filters( 'largesse_picture_address', WebAddress::of( (string) ( $item['image_url'] ?? '' ) ), $item );
	}
}
