<?php
/**
 * The table of a registry's items.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

use Largesse\Pages\Price;
use Largesse\Rest\ItemView;

/**
 * Prints the items of a registry. No pictures: their addresses lead to other people's servers, which need not know who
 * opens this screen.
 */
final class ItemsTable {

	/**
	 * Prints the table.
	 *
	 * @param list<array<string, mixed>> $items    The items, in order.
	 * @param bool                       $is_admin Whether the state of affiliate links is told.
	 */
	public static function show( array $items, bool $is_admin ): void {
		$headings = array( __( 'Item', 'largesse' ), __( 'Price', 'largesse' ), __( 'Bought', 'largesse' ) );
		if ( $is_admin ) {
			$headings[] = __( 'Affiliate link', 'largesse' );
		}
		echo '<div style="position: relative; overflow-x: auto;"><table class="widefat striped"><thead><tr>';
		foreach ( $headings as $heading ) {
			echo '<th scope="col">' . esc_html( $heading ) . '</th>';
		}
		echo '</tr></thead><tbody>';
		foreach ( $items as $item ) {
			self::row( $item, $is_admin );
		}
		echo '</tbody></table></div>';
	}

	/**
	 * Prints one item.
	 *
	 * @param array<string, mixed> $item     The item.
	 * @param bool                 $is_admin Whether the state of its affiliate link is told.
	 */
	private static function row( array $item, bool $is_admin ): void {
		printf( '<tr><th scope="row" style="min-width: 6em;"><a href="%s" rel="noopener noreferrer"><bdi style="overflow-wrap: anywhere;">%s</bdi></a></th>', esc_url( $item['url'], array( 'http', 'https' ) ), PlainText::html( $item['name'] ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- PlainText escapes.
		$cells = array(
			null === $item['price'] ? '' : Price::text( (float) $item['price'] ),
			ItemView::status( (int) $item['quantity_purchased'], (int) $item['quantity_needed'] ),
		);
		if ( $is_admin ) {
			$cells[] = AffiliateStatus::labels()[ AffiliateStatus::of( $item ) ];
		}
		foreach ( $cells as $cell ) {
			echo '<td>' . ( '' === $cell ? AffiliateLink::nothing() : esc_html( $cell ) ) . '</td>'; // phpcs:ignore WordPress.Security.EscapeOutput -- AffiliateLink::nothing() is HTML.
		}
		echo '</tr>';
	}
}
