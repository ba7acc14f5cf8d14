<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use Closure;
use Largesse\Format\Price;
use Largesse\Giving\GiftLinks;
use Largesse\Giving\Remaining;
use Largesse\Html\FilterShield;
use Largesse\Html\Picture;
use Largesse\Pictures\Thumbnails;
use Largesse\Registry\OwnAddress;
use Largesse\Registry\Store;

/**
 * Shows an item as a card: its picture, what it is, what it costs and where, how many are still wanted, the way to
 * give it, and the way to the shop.
 */
final class ItemCard {

	/** Beginnings of addresses, escaped; the id of an item follows. */
	private readonly string $give;
	private readonly string $shop;

	/** What every card says. */
	private readonly string $give_text;
	private readonly string $shop_text;
	private readonly string $most_html;

	/** Settings of the site that every card asks for. */
	private readonly string $currency;
	private readonly bool $has_copies;

	/**
	 * @param int                                          $level     Level of the names as headings.
	 * @param string                                       $give      What the address begins with at which an item is given.
	 * @param string                                       $shop      What the address begins with that leads to the shop
	 *                                                                of an item.
	 * @param (Closure(array<string, mixed>): string)|null $note      Gives what this visitor alone is told of an item, as
	 *                                                                HTML.
	 */
	public function __construct(
		private readonly int $level,
		private readonly Remaining $remaining,
		string $give,
		string $shop,
		private readonly ?Closure $note = null
	) {
		$this->give       = esc_url( $give );
		$this->shop       = esc_url( $shop );
		$this->give_text  = esc_html__( 'I’ll give this', 'largesse' );
		$this->shop_text  = esc_html__( 'Go to the shop', 'largesse' );
		$this->most_html  = '<p class="largesse-item__most">' . esc_html__( 'Most of all', 'largesse' ) . '</p>';
		$this->currency   = Price::currency();
		$this->has_copies = Thumbnails::are_on();
	}

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
		$name    = FilterShield::text( (string) $item['name'] );
		return sprintf(
			'<li class="largesse-item%s" data-item="%d" data-place="%d" data-price="%s"%s%s%s%s>%s<div class="largesse-item__text">%s%s%s%s</div><div class="largesse-item__foot">%s%s%s%s</div></li>',
			$is_open ? '' : ' is-complete',
			$item['id'],
			$place,
			esc_attr( null === $item['price'] ? '' : (string) $item['price'] ),
			$is_told && $is_open ? ' data-open' : '',
			$group > 0 ? ' data-group="' . $group . '"' : '',
			$is_most ? ' data-most' : '',
			$is_shown ? '' : ' hidden',
			Picture::html( $item, $this->has_copies ),
			sprintf( '<h%1$d class="largesse-item__name" dir="auto">%2$s</h%1$d>', $this->level, $name ),
			// What is found already needs no words to be found.
			$is_most && $is_open ? $this->most_html : '',
			self::paragraph( 'shop', OwnAddress::shop( $item ) ),
			self::paragraph( 'description', (string) ( $item['description'] ?? '' ) ),
			null === $item['price'] ? '' : '<p class="largesse-item__price"><bdi>' . esc_html( Price::text( (float) $item['price'], $this->currency ) ) . '</bdi></p>',
			$this->remaining->html( $item ),
			null === $this->note ? '' : ( $this->note )( $item ),
			$this->links( $item, $name, $is_open )
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
	 * Renders what can be done. Whoever hears a link alone hears which item it is of. The rest of the card leads nowhere: a
	 * tap on it would show its owner in the form how many are given (rules: Surprise).
	 *
	 * @param array<string, mixed> $item    The item.
	 * @param string               $name    Its name, as HTML.
	 * @param bool                 $is_open Whether it is still to be had, as far as the page may know.
	 */
	private function links( array $item, string $name, bool $is_open ): string {
		$id = (int) $item['id'];
		// A service that is older than giving does not say how many are left.
		$links = $is_open && isset( $item[ Store::REMAINING ] ) ? self::link( 'largesse-item__give wp-element-button', $this->give . $id, 'nofollow', $this->give_text, $name ) : '';
		if ( '' !== GiftLinks::shop( $item ) ) {
			$links .= self::link( 'largesse-item__link wp-element-button', $this->shop . $id, 'nofollow sponsored', $this->shop_text, $name );
		}
		return '' === $links ? '' : "<p class=\"largesse-item__go\">{$links}</p>";
	}

	/**
	 * Renders a link of a card.
	 *
	 * @param string $classes Its classes.
	 * @param string $address Where it leads, escaped.
	 * @param string $rel     What search engines are told of it.
	 * @param string $text    What it says, as HTML.
	 * @param string $name    Name of the item, as HTML.
	 */
	private static function link( string $classes, string $address, string $rel, string $text, string $name ): string {
		return sprintf(
			'<a class="%s" href="%s" rel="%s">%s<span class="largesse-unseen"> – <bdi>%s</bdi></span></a>',
			$classes,
			$address,
			$rel,
			$text,
			$name
		);
	}
}
