<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use Closure;
use Largesse\Format\Price;
use Largesse\Giving\GiftLinks;
use Largesse\Giving\ListView;
use Largesse\Giving\RemainingQuantities;
use Largesse\Giving\WishParts;
use Largesse\Html\Picture;
use Largesse\Registry\PlaceholderAddress;
use Largesse\Registry\WishFields;
use WP_Post;

/**
 * Collects the data of the cards of a list for the template `guests/item-cards`.
 */
final class ItemCard {

	/**
	 * @param WP_Post|null                                 $registry  The registry; null for the sample in the editor.
	 * @param string                                       $give      Beginning of the address of the gift form; the item's id follows.
	 * @param string                                       $shop      Beginning of the address that redirects to the shop; the item's id follows.
	 * @param (Closure(array<string, mixed>): string)|null $note      Returns HTML for an item; only this visitor sees the HTML.
	 * @param array<int, array<string, mixed>>             $parts     Wishes that the visitor can give in parts (WishParts).
	 */
	public function __construct(
		private readonly ?WP_Post $registry,
		private readonly RemainingQuantities $remaining,
		private readonly string $give,
		private readonly string $shop,
		private readonly ?Closure $note = null,
		private readonly array $parts = array()
	) {}

	/**
	 * Returns the variables of the card of an item.
	 *
	 * @param array<string, mixed> $item     The item.
	 * @param int                  $place    Position in the owner's order, from 0.
	 * @param int                  $group    Number of the item's heading, from 1; 0 for none.
	 * @return array<string, mixed>
	 */
	public function data( array $item, int $place, bool $is_shown, int $group, bool $is_most ): array {
		$is_open  = $this->remaining->is_open( $item );
		$promised = WishParts::html( $this->parts[ $item['id'] ] ?? null );
		return array(
			'item'        => $item,
			'place'       => $place,
			'group'       => $group,
			'is_shown'    => $is_shown,
			'is_open'     => $is_open,
			'is_most'     => $is_most,
			'picture'     => Picture::source( $item ),
			'shop'        => trim( PlaceholderAddress::shop_name( $item ) ),
			'description' => trim( (string) ( $item['description'] ?? '' ) ),
			'price'       => Price::of( $item ),
			'compared'    => (string) $item[ ListView::COMPARED ],
			'fields'      => null === $this->registry ? array() : WishFields::of( $item, $this->registry ),
			'remaining'   => '' === $promised ? $this->remaining->html( $item ) : $promised,
			'is_shared'   => '' !== $promised,
			'note'        => null === $this->note ? '' : ( $this->note )( $item ),
			'give_url'    => $is_open && $this->remaining->is_told ? $this->give . $item['id'] : '',
			'shop_url'    => '' === GiftLinks::shop( $item ) ? '' : $this->shop . $item['id'],
		);
	}
}
