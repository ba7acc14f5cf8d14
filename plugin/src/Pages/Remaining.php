<?php
declare( strict_types=1 );

namespace Largesse\Pages;

/**
 * Renders how many of an item are still wanted, in words and as a bar to look at.
 */
final class Remaining {

	/**
	 * Counts how many of an item are still wanted; more may have been bought than were.
	 *
	 * @param array<string, mixed> $item The item.
	 */
	public static function count( array $item ): int {
		return max( 0, (int) $item['quantity_needed'] - (int) $item['quantity_purchased'] );
	}

	/**
	 * Renders how many are still wanted. The bar says nothing that the words do not say.
	 *
	 * @param array<string, mixed> $item The item.
	 */
	public static function html( array $item ): string {
		$needed = max( 1, (int) $item['quantity_needed'] );
		$share  = 100 - (int) round( 100 * self::count( $item ) / $needed );
		return sprintf(
			'<p class="largesse-wanted"><span class="largesse-wanted__bar" aria-hidden="true"><span style="width:%d%%"></span></span> <span class="largesse-wanted__text">%s</span></p>',
			$share,
			esc_html( self::text( self::count( $item ), $needed ) )
		);
	}

	/**
	 * Tells how many are still wanted.
	 *
	 * @param int $count  How many are.
	 * @param int $needed How many were.
	 */
	private static function text( int $count, int $needed ): string {
		if ( 0 === $count ) {
			return __( 'Already found, thank you', 'largesse' );
		}
		if ( 1 === $needed ) {
			return __( 'Still wanted', 'largesse' );
		}
		/* translators: 1: how many are still wanted, 2: how many were wanted at first. */
		return sprintf( __( '%1$s of %2$s still wanted', 'largesse' ), number_format_i18n( $count ), number_format_i18n( $needed ) );
	}
}
