<?php
/**
 * How many of an item are still wanted.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Pages;

/**
 * Says how many of an item are still wanted, in words and as a bar to look at.
 */
final class Wanted {

	/**
	 * How many are still wanted; more may have been bought than were.
	 *
	 * @param array<string, mixed> $item The item.
	 */
	public static function open( array $item ): int {
		return max( 0, (int) $item['quantity_needed'] - (int) $item['quantity_purchased'] );
	}

	/**
	 * How many are still wanted, as HTML. The bar says nothing that the words do not say.
	 *
	 * @param array<string, mixed> $item The item.
	 */
	public static function html( array $item ): string {
		$needed = max( 1, (int) $item['quantity_needed'] );
		$share  = 100 - (int) round( 100 * self::open( $item ) / $needed );
		return sprintf(
			'<p class="largesse-wanted"><span class="largesse-wanted__bar" aria-hidden="true"><span style="width:%d%%"></span></span> <span class="largesse-wanted__text">%s</span></p>',
			$share,
			esc_html( self::text( self::open( $item ), $needed ) )
		);
	}

	/**
	 * How many are still wanted, in words.
	 *
	 * @param int $open   How many are.
	 * @param int $needed How many were.
	 */
	private static function text( int $open, int $needed ): string {
		if ( 0 === $open ) {
			return __( 'Already found, thank you', 'largesse' );
		}
		if ( 1 === $needed ) {
			return __( 'Still wanted', 'largesse' );
		}
		/* translators: 1: how many are still wanted, 2: how many were wanted at first. */
		return sprintf( __( '%1$s of %2$s still wanted', 'largesse' ), number_format_i18n( $open ), number_format_i18n( $needed ) );
	}
}
