<?php
/**
 * How links of items are shown.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

/**
 * Shows the links of items, which are free text: only what is the address of a web page becomes a link.
 */
final class AffiliateLink {

	/** Characters of an address that are shown. */
	private const SHOWN = 80;

	/**
	 * A link or a text as HTML.
	 *
	 * @param string|null $url What the item says.
	 */
	public static function html( ?string $url ): string {
		$url = (string) $url;
		if ( '' === $url ) {
			return self::nothing();
		}
		$shown = mb_strlen( $url ) > self::SHOWN ? mb_substr( $url, 0, self::SHOWN ) . '…' : $url;
		if ( AffiliateItems::is_address( $url ) ) {
			return sprintf( '<a href="%s" rel="noopener"><bdi>%s</bdi></a>', esc_url( $url, array( 'http', 'https' ) ), PlainText::html( $shown ) );
		}
		return sprintf( '<bdi>%s</bdi><br /><em>%s</em>', PlainText::html( $shown ), esc_html__( 'Not an http(s) address', 'largesse' ) );
	}

	/**
	 * Shows a link or a text.
	 *
	 * @param string|null $url What the item says.
	 */
	public static function show( ?string $url ): void {
		echo self::html( $url ); // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- Escaped where it is made.
	}

	/**
	 * What stands where there is nothing.
	 */
	public static function nothing(): string {
		return '<span aria-hidden="true">—</span><span class="screen-reader-text">' . esc_html__( 'None', 'largesse' ) . '</span>';
	}
}
