<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use Closure;
use Largesse\Format\Price;
use Largesse\Giving\GiftFormPage;
use Largesse\Giving\ListView;
use Largesse\Giving\OwnGiftNotes;
use Largesse\Giving\PriceRange;
use Largesse\Giving\RemainingQuantities;
use Largesse\Giving\ShopLinks;
use Largesse\Giving\WishParts;
use Largesse\Html\Template;
use Largesse\Registry\Grouping;
use Largesse\Registry\Registries;
use Largesse\Registry\Wish;
use WP_Error;
use WP_Post;

/** Renders the wishes of a registry, or a message if the wishes cannot be shown. */
final class WishList {

	/** A page with at least this number of headings links to the headings. */
	private const MANY = 3;

	/** Addresses of the gift form and to the shop, without the item's id. */
	private readonly string $give;
	private readonly string $shop;

	private readonly Grouping $grouping;

	/** @var array<int, array<string, mixed>> Wishes that the visitor can give in parts (WishParts). */
	private array $parts = array();

	/**
	 * The registry is null for the sample in the editor.
	 *
	 * @param (Closure(array<string, mixed>): string)|null $note Returns HTML for an item; only this visitor sees the HTML.
	 */
	public function __construct(
		private readonly ListView $view,
		private readonly int $level,
		private readonly RemainingQuantities $remaining,
		private readonly ?WP_Post $registry = null,
		private readonly ?Closure $note = null
	) {
		$this->give     = $registry ? GiftFormPage::url_prefix( $registry->ID, $view->is_giving ) : '#';
		$this->shop     = $registry ? ShopLinks::url_prefix( $registry->ID ) : '#';
		$this->grouping = $registry ? Grouping::of( $registry->ID ) : Grouping::none();
	}

	/**
	 * Renders the wishes. Headings are shown unless the guest has chosen another order. Wishes that the guest has
	 * filtered out are included but hidden, so that a script can show them.
	 *
	 * @param list<array<string, mixed>> $items Items in the owner's order, with affiliate links.
	 */
	public function html( array $items ): string {
		$registry    = $this->registry;
		$is_public   = $registry && ! $this->view->is_giving && ! is_user_logged_in() && Registries::is_public( $registry );
		$this->parts = $registry && $this->remaining->is_told ? WishParts::of( $registry, $items ) : array();

		$groups = $this->grouping->groups( $items );
		$titles = array_values( array_filter( array_column( $groups, 'title' ), static fn ( string $title ) => '' !== $title ) );
		$own    = Price::currency();
		$usual  = PriceRange::usual_currency( $items, $own );
		$items  = array_map( static fn ( array $item ): array => array( ListView::COMPARED => ( $item['currency'] ?? $own ) === $usual ? $item['price'] : null ) + $item, $items );
		$ranges = PriceRange::of_prices( array_values( array_filter( array_column( $items, ListView::COMPARED ), 'is_numeric' ) ) );
		$view   = $this->view->without(
			...array_keys(
				array_filter(
					array(
						ListView::SHOW    => ! $this->remaining->is_told,
						ListView::SORT    => ListView::MOST === $this->view->sort && ! array_filter( array_column( $items, 'id' ), $this->grouping->is_most_wanted( ... ) ),
						ListView::PRICE   => ! $ranges,
						ListView::HEADING => count( $titles ) < 2 || ! in_array( $this->view->heading, $titles, true ),
					)
				)
			)
		);
		$lists  = array();
		foreach ( array( '', ...$titles ) as $number => $title ) {
			$lists[] = array(
				'number' => $number,
				'title'  => $title,
				'shown'  => 0,
				'cards'  => array(),
			);
		}
		foreach ( $view->sort( $items, $this->grouping ) as $place => $item ) {
			$id       = (int) $item['id'];
			$heading  = $this->grouping->heading_of( $id );
			$is_shown = $view->shows( $item, $heading, $this->remaining );
			$group    = (int) array_search( $heading, array( '', ...$titles ), true );
			$number   = '' === $view->sort ? $group : 0;

			$lists[ $number ]['shown']  += $is_shown ? 1 : 0;
			$lists[ $number ]['cards'][] = $this->card( $item, $place, $is_shown, $group, $this->grouping->is_most_wanted( $id ) );
		}
		$shown = array_sum( array_column( $lists, 'shown' ) );
		return Template::render(
			'guests/wish-list',
			array(
				'controls'   => ( new ListControls( $view, $items, $this->remaining, $this->grouping ) )->data( $titles, $ranges, $usual, $shown ),
				'groups'     => $lists,
				'level'      => $this->level,
				'is_told'    => $this->remaining->is_told,
				'has_links'  => count( $titles ) >= self::MANY,
				'is_sorted'  => '' !== $view->sort,
				'is_none'    => 0 === $shown && ! $view->is_narrowed(),
				'own_gifts'  => $registry ? OwnGiftNotes::url( $registry, $view ) : '',
				'public_url' => $is_public ? (string) get_permalink( $registry ) : '',
			)
		);
	}

	/** Returns data of a card for `guests/item-cards`. Places start at 0, groups at 1 (0 for none). */
	private function card( array $item, int $place, bool $is_shown, int $group, bool $is_most ): array {
		$is_open  = $this->remaining->is_open( $item );
		$promised = WishParts::html( $this->parts[ $item['id'] ] ?? null );
		return array(
			'item'        => $item,
			'place'       => $place,
			'group'       => $group,
			'is_shown'    => $is_shown,
			'is_open'     => $is_open,
			'is_most'     => $is_most,
			'picture'     => Wish::picture( $item ),
			'shop'        => Wish::shop_name( $item ),
			'description' => trim( (string) ( $item['description'] ?? '' ) ),
			'price'       => Price::of( $item ),
			'compared'    => (string) $item[ ListView::COMPARED ],
			'fields'      => null === $this->registry ? array() : Wish::fields( $item, $this->registry ),
			'remaining'   => '' === $promised ? $this->remaining->html( $item ) : $promised,
			'is_shared'   => '' !== $promised,
			'note'        => null === $this->note ? '' : ( $this->note )( $item ),
			'give_url'    => $is_open && $this->remaining->is_told ? $this->give . $item['id'] : '',
			'shop_url'    => '' === ShopLinks::shop( $item ) ? '' : $this->shop . $item['id'],
		);
	}

	/** Renders the message for a service that does not answer. The reason is for administrators. */
	public static function failure( ListView $view, WP_Error $reason ): string {
		return Template::render(
			'guests/service-unavailable',
			array(
				'again_url' => $view->query( ListView::SHOW, $view->show ),
				'reason'    => current_user_can( 'manage_options' ) ? $reason->get_error_message() : '',
			)
		);
	}
}
