<?php
/**
 * Text that people typed.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

/**
 * Escapes plain text so that it is seen as it was typed. WordPress's esc_html() and esc_attr() leave what looks like
 * an entity alone: "&amp;" would be seen as "&", and a link in a field would be saved as another one.
 */
final class PlainText {

	/**
	 * The text as HTML, which may also stand in a quoted attribute.
	 *
	 * @param string $text Plain text.
	 */
	public static function html( string $text ): string {
		// What esc_textarea() does; but that asks for the charset of the site each time, and pages escape thousands.
		return htmlspecialchars( $text, ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8' );
	}

	/**
	 * Shows the text.
	 *
	 * @param string $text Plain text.
	 */
	public static function show( string $text ): void {
		echo self::html( $text ); // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- It escapes.
	}
}
