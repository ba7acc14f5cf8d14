<?php
declare( strict_types=1 );

namespace Largesse\Html;

/**
 * Escapes plain text exactly. WordPress's esc_html() and esc_attr() do not escape entities that the text contains. With
 * WordPress's functions, a page would show the text "&amp;" as "&", and a form would save a link with "&amp;" as a link
 * with "&".
 */
final class Escape {

	/** Returns plain text as HTML. The HTML is also valid in quoted attributes. */
	public static function html( string $text ): string {
		// Do not use esc_textarea(): each call looks up the site's charset, and pages escape thousands of texts.
		return htmlspecialchars( $text, ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8' );
	}

	/** Prints plain text as HTML. */
	public static function echo_escaped( string $text ): void {
		echo self::html( $text ); // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- It escapes.
	}

	/** Prints multi-line plain text as HTML. */
	public static function echo_lines( string $text ): void {
		echo nl2br( self::html( $text ) ); // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- It escapes.
	}
}
