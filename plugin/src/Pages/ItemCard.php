<?php
declare( strict_types=1 );

namespace Largesse\Pages;

use Closure;
use Largesse\Html\FilterShield;

/**
 * Shows an item as a card: its picture, what it is, what it costs and where, how many are still wanted, and the way
 * to the shop.
 */
final class ItemCard {

	/**
	 * Keeps what the cards of a list have in common.
	 *
	 * @param int                  $level   Level of the names as headings.
	 * @param Closure(int): string $address Gives the address that leads to the shop of an item; an empty text for none.
	 */
	public function __construct(
		private readonly int $level,
		private readonly Closure $address
	) {}

	/**
	 * Renders the card as an element of a list. It carries what a script needs to filter and sort.
	 *
	 * @param array<string, mixed> $item     The item.
	 * @param bool                 $is_shown Whether it is among those that are shown.
	 */
	public function html( array $item, int $place, bool $is_shown ): string {
		$is_open = Remaining::count( $item ) > 0;
		return sprintf(
			'<li class="largesse-item%s" data-place="%d" data-price="%s"%s%s>%s<div class="largesse-item__text">%s%s%s</div><div class="largesse-item__foot">%s%s%s</div></li>',
			$is_open ? '' : ' is-complete',
			$place,
			esc_attr( null === $item['price'] ? '' : (string) $item['price'] ),
			$is_open ? ' data-open' : '',
			$is_shown ? '' : ' hidden',
			Picture::html( $item ),
			sprintf( '<h%1$d class="largesse-item__name" dir="auto">%2$s</h%1$d>', $this->level, FilterShield::text( (string) $item['name'] ) ),
			self::paragraph( 'shop', (string) ( $item['retailer'] ?? '' ) ),
			self::paragraph( 'description', (string) ( $item['description'] ?? '' ) ),
			null === $item['price'] ? '' : '<p class="largesse-item__price"><bdi>' . esc_html( Price::text( (float) $item['price'] ) ) . '</bdi></p>',
			Remaining::html( $item ),
			$this->link( $item )
		);
	}

	/**
	 * Renders a line of text that the owner wrote.
	 *
	 * @param string $name What it is.
	 * @param string $text The text; may be empty.
	 */
	private static function paragraph( string $name, string $text ): string {
		$text = trim( $text );
		return '' === $text ? '' : sprintf( '<p class="largesse-item__%s" dir="auto">%s</p>', $name, nl2br( FilterShield::text( $text ) ) );
	}

	/**
	 * Renders the link to the shop. Whoever hears it alone hears which item it is of.
	 *
	 * @param array<string, mixed> $item The item.
	 */
	private function link( array $item ): string {
		$address = '' === GiftLinks::shop( $item ) ? '' : ( $this->address )( (int) $item['id'] );
		if ( '' === $address ) {
			return '';
		}
		return sprintf(
			'<p class="largesse-item__go"><a class="largesse-item__link" href="%s" rel="nofollow sponsored">%s<span class="largesse-unseen"> – <bdi>%s</bdi></span></a></p>',
			esc_url( $address ),
			esc_html__( 'Go to the shop', 'largesse' ),
			FilterShield::text( (string) $item['name'] )
		);
	}
}
