<?php
declare( strict_types=1 );

namespace Largesse\Html;

/**
 * Escapes plain text so that it is seen as it was typed. WordPress's esc_html() and esc_attr() leave what looks like
 * an entity alone: "&amp;" would be seen as "&", and a link in a field would be saved as another one.
 */
final class Escape {

	/** Returns plain text as HTML, which may also stand in a quoted attribute. */
	public static function html( string $text ): string {
		// What esc_textarea() does; but that asks for the charset of the site each time, and pages escape thousands.
		return htmlspecialchars( $text, ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8' );
	}

	/** Prints plain text as HTML. */
	public static function echo_escaped( string $text ): void {
		echo self::html( $text ); // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- It escapes.
	}

	/** Prints plain text of several lines as HTML. */
	public static function echo_lines( string $text ): void {
		echo nl2br( self::html( $text ) ); // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- It escapes.
	}

	/**
	 * Prints an address of http or https for an attribute. Most addresses contain nothing to escape, and esc_url() takes as
	 * long as the rest of a card.
	 */
	public static function echo_address( string $address ): void {
		$is_plain = preg_match( '~^https?://[a-z0-9.:-]+/[\w./-]*(?:\?[\w./=&-]*)?$~Di', $address ) && ! has_filter( 'clean_url' );
		echo $is_plain ? str_replace( '&', '&#038;', $address ) : esc_url( $address, array( 'http', 'https' ) ); // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- It escapes.
	}
}
