<?php
declare( strict_types=1 );

namespace Largesse\Html;

/** Prints addresses in attributes. */
final class Address {

	/**
	 * Prints an http or https address in an attribute. Calls esc_url() only if the address may contain something to
	 * escape, because one call of esc_url() takes as long as rendering the rest of a wish's card.
	 */
	public static function echo_escaped( string $address ): void {
		$is_plain = preg_match( '~^https?://[a-z0-9.:-]+/[\w./-]*(?:\?[\w./=&-]*)?$~Di', $address ) && ! has_filter( 'clean_url' );
		echo $is_plain ? str_replace( '&', '&#038;', $address ) : esc_url( $address, array( 'http', 'https' ) ); // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- It escapes.
	}
}
