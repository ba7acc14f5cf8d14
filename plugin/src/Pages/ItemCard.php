<?php
declare( strict_types=1 );

namespace Largesse\Pages;

use Closure;
use Largesse\Html\FilterShield;
use Largesse\Registry\Store;
use Largesse\Wishes\OwnAddress;

/**
 * Shows an item as a card: its picture, what it is, what it costs and where, how many are still wanted, the way to
 * give it, and the way to the shop.
 */
final class ItemCard {

	/**
	 * Keeps what the cards of a list have in common.
	 *
	 * @param int                                       $level     Level of the names as headings.
	 * @param Remaining                                 $remaining What the page tells of how many are left.
	 * @param Closure(int): string                      $give      Gives the address at which an item is given.
	 * @param Closure(int): string                      $shop      Gives the address that leads to the shop of an item.
	 * @param (Closure(array<string, mixed>): string)|null $note   Gives what this visitor alone is told of an item, as HTML.
	 */
	public function __construct(
		private readonly int $level,
		private readonly Remaining $remaining,
		private readonly Closure $give,
		private readonly Closure $shop,
		private readonly ?Closure $note = null
	) {}

	/**
	 * Renders the card as an element of a list. It carries what a script needs to filter and sort.
	 *
	 * @param array<string, mixed> $item     The item.
	 * @param bool                 $is_shown Whether it is among those that are shown.
	 * @param int                  $group    The heading that it stands under, counted from 1; 0 for none.
	 * @param bool                 $is_most  Whether it is wanted most of all.
	 */
	public function html( array $item, int $place, bool $is_shown, int $group, bool $is_most ): string {
		$is_told = $this->remaining->is_told;
		$is_open = $this->remaining->is_open( $item );
		return sprintf(
			'<li class="largesse-item%s" data-place="%d" data-price="%s"%s%s%s%s>%s<div class="largesse-item__text">%s%s%s%s</div><div class="largesse-item__foot">%s%s%s%s</div></li>',
			$is_open ? '' : ' is-complete',
			$place,
			esc_attr( null === $item['price'] ? '' : (string) $item['price'] ),
			$is_told && $is_open ? ' data-open' : '',
			$group > 0 ? ' data-group="' . $group . '"' : '',
			$is_most ? ' data-most' : '',
			$is_shown ? '' : ' hidden',
			Picture::html( $item ),
			sprintf( '<h%1$d class="largesse-item__name" dir="auto">%2$s</h%1$d>', $this->level, FilterShield::text( (string) $item['name'] ) ),
			// What is found already needs no words to be found.
			$is_most && $is_open ? '<p class="largesse-item__most">' . esc_html__( 'Most of all', 'largesse' ) . '</p>' : '',
			self::paragraph( 'shop', OwnAddress::shop( $item ) ),
			self::paragraph( 'description', (string) ( $item['description'] ?? '' ) ),
			null === $item['price'] ? '' : '<p class="largesse-item__price"><bdi>' . esc_html( Price::text( (float) $item['price'] ) ) . '</bdi></p>',
			$this->remaining->html( $item ),
			null === $this->note ? '' : ( $this->note )( $item ),
			$this->links( $item, $is_open )
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
	 * Renders what can be done. Whoever hears a link alone hears which item it is of. The first of them is the whole
	 * card's, which is easier to hit.
	 *
	 * @param array<string, mixed> $item    The item.
	 * @param bool                 $is_open Whether it is still to be had, as far as the page may know.
	 */
	private function links( array $item, bool $is_open ): string {
		$id   = (int) $item['id'];
		$name = FilterShield::text( (string) $item['name'] );
		// A service that is older than giving does not say how many are left.
		$links = $is_open && isset( $item[ Store::REMAINING ] ) ? self::link( 'largesse-item__give wp-element-button', ( $this->give )( $id ), 'nofollow', __( 'I’ll give this', 'largesse' ), $name ) : '';
		if ( '' !== GiftLinks::shop( $item ) ) {
			$links .= self::link( 'largesse-item__link', ( $this->shop )( $id ), 'nofollow sponsored', __( 'Go to the shop', 'largesse' ), $name );
		}
		return '' === $links ? '' : "<p class=\"largesse-item__go\">{$links}</p>";
	}

	/**
	 * Renders a link of a card.
	 *
	 * @param string $classes Its classes.
	 * @param string $address Where it leads.
	 * @param string $rel     What search engines are told of it.
	 * @param string $text    What it says.
	 * @param string $name    Name of the item, as HTML.
	 */
	private static function link( string $classes, string $address, string $rel, string $text, string $name ): string {
		return sprintf(
			'<a class="%s" href="%s" rel="%s">%s<span class="largesse-unseen"> – <bdi>%s</bdi></span></a>',
			$classes,
			esc_url( $address ),
			$rel,
			esc_html( $text ),
			$name
		);
	}
}
