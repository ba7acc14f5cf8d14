<?php
/**
 * The table of a registry's items.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

use Largesse\Pages\Price;

/**
 * Prints the items of a registry, with buttons for each.
 */
final class ItemsTable {

	/**
	 * Keeps how to print it.
	 *
	 * @param string $form     Id of the form that the buttons send.
	 * @param bool   $is_admin Whether affiliate links are told.
	 */
	public function __construct(
		private readonly string $form,
		private readonly bool $is_admin
	) {}

	/**
	 * Prints the table.
	 *
	 * @param list<array<string, mixed>> $items The items, in order.
	 */
	public function render( array $items ): void {
		$headings = array( __( 'Item', 'largesse' ), __( 'Price', 'largesse' ), __( 'Wanted', 'largesse' ), __( 'Bought', 'largesse' ) );
		if ( $this->is_admin ) {
			$headings[] = __( 'Affiliate link', 'largesse' );
		}
		$headings[] = __( 'Change', 'largesse' );
		echo '<div style="overflow-x: auto;"><table class="widefat"><thead><tr>';
		foreach ( $headings as $heading ) {
			echo '<th scope="col">' . esc_html( $heading ) . '</th>';
		}
		echo '</tr></thead><tbody>';
		foreach ( $items as $index => $item ) {
			$this->render_item( $item, 0 === $index, count( $items ) - 1 === $index );
		}
		echo '</tbody></table></div>';
	}

	/**
	 * Prints one item.
	 *
	 * @param array<string, mixed> $item     The item.
	 * @param bool                 $is_first Whether it cannot go up.
	 * @param bool                 $is_last  Whether it cannot go down.
	 */
	private function render_item( array $item, bool $is_first, bool $is_last ): void {
		printf( '<tr><th scope="row"><a href="%s" rel="noopener noreferrer"><bdi>%s</bdi></a></th>', esc_url( $item['url'], array( 'http', 'https' ) ), PlainText::html( $item['name'] ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- PlainText escapes.
		$cells = array(
			null === $item['price'] ? '' : Price::text( (float) $item['price'] ),
			number_format_i18n( $item['quantity_needed'] ),
			number_format_i18n( $item['quantity_purchased'] ),
		);
		if ( $this->is_admin ) {
			$cells[] = AffiliateStatus::labels()[ AffiliateStatus::of( $item ) ];
		}
		foreach ( $cells as $cell ) {
			echo '<td>' . ( '' === $cell ? AffiliateLink::nothing() : esc_html( $cell ) ) . '</td>'; // phpcs:ignore WordPress.Security.EscapeOutput -- AffiliateLink::nothing() is HTML.
		}
		echo '<td>';
		if ( ! $is_first ) {
			/* translators: %s: name of an item. */
			$this->render_button( 'up', $item, __( 'Up', 'largesse' ), __( 'Move %s up', 'largesse' ) );
		}
		if ( ! $is_last ) {
			/* translators: %s: name of an item. */
			$this->render_button( 'down', $item, __( 'Down', 'largesse' ), __( 'Move %s down', 'largesse' ) );
		}
		/* translators: %s: name of an item. */
		$this->render_button( 'remove', $item, __( 'Remove', 'largesse' ), __( 'Remove %s', 'largesse' ) );
		echo '</td></tr>';
	}

	/**
	 * Prints a button.
	 *
	 * @param string               $name  What it does.
	 * @param array<string, mixed> $item  The item.
	 * @param string               $text  What is seen.
	 * @param string               $label What is heard, with a place for the name of the item.
	 */
	private function render_button( string $name, array $item, string $text, string $label ): void {
		printf(
			'<button type="submit" class="button-link%s" form="%s" name="%s" value="%d" aria-label="%s">%s</button> ',
			esc_attr( 'remove' === $name ? ' button-link-delete' : '' ),
			esc_attr( $this->form ),
			esc_attr( $name ),
			absint( $item['id'] ),
			PlainText::html( sprintf( $label, $item['name'] ) ), // phpcs:ignore WordPress.Security.EscapeOutput -- PlainText escapes.
			esc_html( $text )
		);
	}
}
