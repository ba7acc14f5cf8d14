<?php
declare( strict_types=1 );

namespace Largesse\Html;

use Largesse\Format\WebAddress;
use Largesse\Pictures\Thumbnails;

/**
 * Shows the picture of an item in a box of its own, which looks intended without one too: where a picture is missing or
 * dead, the drawing behind it is seen. Pictures lie on other people's servers, which are not told which page it is;
 * where the site wants it so, they are not asked at all.
 */
final class Picture {

	/** Size of the box in pixels, for its proportions. */
	private const WIDTH  = 640;
	private const HEIGHT = 480;

	/**
	 * Returns the address of an item's picture, or an empty text if it has none that a browser should ask for.
	 *
	 * @param array<string, mixed> $item The item.
	 */
	public static function address( array $item ): string {
		return WebAddress::of( (string) ( $item['image_url'] ?? '' ) );
	}

	/**
	 * Renders the picture in its box. It says nothing that the name beside it does not say.
	 *
	 * @param array<string, mixed> $item       The item.
	 * @param bool|null            $has_copies Whether pages load copies of shops' pictures, where the caller knows.
	 */
	public static function html( array $item, ?bool $has_copies = null ): string {
		$address = self::escaped( Thumbnails::address( $item, $has_copies ) );
		$picture = '' === $address ? '' : sprintf(
			// phpcs:ignore PluginCheck.CodeAnalysis.ImageFunctions.NonEnqueuedImage -- It is not among the site's media.
			'<img src="%s" alt="" width="%d" height="%d" loading="lazy" decoding="async" referrerpolicy="no-referrer">',
			$address,
			self::WIDTH,
			self::HEIGHT
		);
		return '<div class="largesse-picture">' . $picture . '</div>';
	}

	/**
	 * Escapes an address for an attribute. Most have nothing to escape, and esc_url() takes as long as the rest of a card.
	 *
	 * @param string $address An address of http or https, or none.
	 */
	private static function escaped( string $address ): string {
		$is_plain = preg_match( '~^https?://[a-z0-9.:-]+/[\w./-]*$~Di', $address ) && ! has_filter( 'clean_url' );
		return $is_plain ? $address : esc_url( $address, array( 'http', 'https' ) );
	}
}
