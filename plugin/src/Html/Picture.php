<?php
declare( strict_types=1 );

namespace Largesse\Html;

use Largesse\Format\WebAddress;
use Largesse\Pictures\Thumbnails;

/**
 * Finds the address of an item's picture for the template `html/picture`.
 */
final class Picture {

	/**
	 * Returns the address of an item's picture, or an empty text if it has no valid one.
	 *
	 * @param array<string, mixed> $item The item.
	 */
	public static function address( array $item ): string {
		return WebAddress::of( (string) ( $item['image_url'] ?? '' ) );
	}

	/**
	 * Returns the address from which a page loads the picture: the shop's own, or that of a copy; empty for none.
	 *
	 * @param array<string, mixed> $item       The item.
	 * @param bool|null            $has_copies Whether pages load copies of shops' pictures, if the caller knows.
	 */
	public static function source( array $item, ?bool $has_copies = null ): string {
		return Thumbnails::address( $item, $has_copies );
	}
}
