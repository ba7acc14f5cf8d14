<?php
declare( strict_types=1 );

namespace Largesse\Pages\Guests;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Format\Price;
use Largesse\Foundation\Html\Template;
use Largesse\Promises\Giving\GiftFormPage;
use Largesse\Promises\Giving\GivingNotes;
use Largesse\Promises\Giving\ListView;
use Largesse\Promises\Giving\PriceRange;
use Largesse\Promises\Giving\RemainingView;
use Largesse\Promises\Giving\ShopLinks;
use Largesse\Registries\Registry\Order;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\Wish;
use Largesse\Registries\Registry\WishOrder;
use WP_Error;
use WP_Post;

/** Renders the wishes of a registry, or a message if the wishes cannot be shown. */
final class WishList {

	/** A page with at least this number of headings links to the headings. */
	private const MANY = 3;

	/** Minimum number of wishes for a search field. */
	private const SEARCHED = 12;

	/** Addresses of the gift form and to the shop, without the item's id. */
	private readonly string $give;
	private readonly string $shop;

	private readonly Order $order;

	/** @var array<int, array<string, mixed>> Wishes that the visitor can give in parts (RemainingView). */
	private array $parts = array();

	/**
	 * The registry is null for the sample in the editor.
	 *
	 * @param array<int, string> $notes HTML by the id of the item; only this visitor sees it.
	 */
	public function __construct(
		private readonly ListView $view,
		private readonly int $level,
		private readonly RemainingView $remaining,
		private readonly ?WP_Post $registry = null,
		private readonly array $notes = array()
	) {
		$this->give     = $registry ? GiftFormPage::url_prefix( $registry->ID, $view->is_giving ) : '#';
		$this->shop     = $registry ? ShopLinks::url_prefix( $registry->ID ) : '#';
		$this->order = WishOrder::of( $registry->ID ?? 0 );
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
		$this->parts = $registry && $this->remaining->is_told ? RemainingView::parts( $registry, $items ) : array();

		$groups = $this->order->groups( $items );
		$titles = array_values(
			array_filter( array_column( $groups, 'title' ), static fn ( string $title ) => '' !== $title )
		);
		$own    = Price::currency();
		$usual  = PriceRange::usual_currency( $items, $own );
		$items  = array_map(
			static fn ( array $item ): array => array(
				ListView::COMPARED => ( $item['currency'] ?? $own ) === $usual ? $item['price'] : null,
			) + $item,
			$items
		);
		$ranges = PriceRange::of_prices(
			array_values( array_filter( array_column( $items, ListView::COMPARED ), 'is_numeric' ) )
		);
		$orders = $this->orders( $items );
		$asked  = $this->view;
		// Without choices that the list does not offer, for instance to hide which wishes are open.
		$view  = new ListView(
			$this->remaining->is_told ? $asked->show : '',
			ListView::MOST === $asked->sort && ! isset( $orders[ ListView::MOST ] ) ? '' : $asked->sort,
			$asked->is_giving,
			$ranges ? $asked->price : null,
			count( $titles ) > 1 && in_array( $asked->heading, $titles, true ) ? $asked->heading : ''
		);
		$lists = array();
		foreach ( array( '', ...$titles ) as $number => $title ) {
			$lists[] = array(
				'number' => $number,
				'title'  => $title,
				'shown'  => 0,
				'cards'  => array(),
			);
		}
		foreach ( $view->sort( $items, $this->order ) as $place => $item ) {
			$id       = (int) $item['id'];
			$heading  = $this->order->heading_of( $id );
			$is_shown = $view->shows( $item, $heading, $this->remaining );
			$group    = (int) array_search( $heading, array( '', ...$titles ), true );
			$number   = '' === $view->sort ? $group : 0;

			$lists[ $number ]['shown']  += $is_shown ? 1 : 0;
			$lists[ $number ]['cards'][] = $this->card(
				$item,
				$place,
				$is_shown,
				$group,
				$this->order->is_most_wanted( $id )
			);
		}
		$shown = array_sum( array_column( $lists, 'shown' ) );
		return Template::render(
			'guests/wish-list',
			array(
				'controls'   => $this->controls( $view, $items, $titles, $ranges, $orders, $usual, $shown ),
				'groups'     => $lists,
				'level'      => $this->level,
				'is_told'    => $this->remaining->is_told,
				'has_links'  => count( $titles ) >= self::MANY,
				'is_sorted'  => '' !== $view->sort,
				'is_none'    => 0 === $shown && ! $view->is_narrowed(),
				'own_gifts'  => $registry ? GivingNotes::url( $registry, $view ) : '',
				'public_url' => $is_public ? (string) get_permalink( $registry ) : '',
			)
		);
	}

	/** Returns data of a card for `guests/item-cards`. Places start at 0, groups at 1 (0 for none). */
	private function card( array $item, int $place, bool $is_shown, int $group, bool $is_most ): array {
		$is_open = $this->remaining->is_open( $item );
		$part    = $this->parts[ $item['id'] ] ?? null;
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
			'other_price' => null === $item[ ListView::COMPARED ] && isset( $item['price'] )
				? implode( ' ', array( $item['currency'] ?? Price::currency(), $item['price'] ) )
				: '',
			'fields'      => null === $this->registry ? array() : Wish::fields( $item, $this->registry ),
			'remaining'   => $this->remaining->html( $item, $part ),
			'is_shared'   => RemainingView::is_shared( $part ),
			'note'        => $this->notes[ $item['id'] ] ?? '',
			'give_url'    => $is_open && $this->remaining->is_told ? $this->give . $item['id'] : '',
			'shop_url'    => '' === ShopLinks::shop( $item ) ? '' : $this->shop . $item['id'],
		);
	}

	/**
	 * Returns the variables of the template `guests/list-controls`, with which guests filter, sort and search the wishes;
	 * null if there is nothing to choose. The filters and orders are links that work without scripts. A script applies the
	 * choices without loading the page again. `$shown` is the number of wishes that the filters include.
	 *
	 * @param list<string>          $headings
	 * @param list<PriceRange>      $ranges
	 * @param array<string, string> $orders   Labels of sort orders.
	 */
	private function controls(
		ListView $view,
		array $items,
		array $headings,
		array $ranges,
		array $orders,
		string $currency,
		int $shown
	): ?array {
		if ( count( $items ) < 2 ) {
			return null;
		}
		$said   = $this->sentences( $items );
		$prices = array_combine(
			array_map( static fn ( PriceRange $range ): string => $range->text(), $ranges ),
			array_map( static fn ( PriceRange $range ): string => self::label( $range, $currency ), $ranges )
		);
		$groups = array(
			$this->group(
				__( 'Show', 'largesse' ),
				ListView::SHOW,
				$view->show,
				__( 'All wishes', 'largesse' ),
				$this->remaining->is_told ? array( ListView::OPEN => __( 'Still open', 'largesse' ) ) : array()
			),
			$this->group(
				__( 'Price', 'largesse' ),
				ListView::PRICE,
				(string) $view->price?->text(),
				__( 'All prices', 'largesse' ),
				$prices
			),
			$this->group(
				__( 'Heading', 'largesse' ),
				ListView::HEADING,
				$view->heading,
				__( 'All headings', 'largesse' ),
				count( $headings ) > 1 ? array_combine( $headings, $headings ) : array()
			),
			$this->group( __( 'Sort by', 'largesse' ), ListView::SORT, $view->sort, __( 'List order', 'largesse' ), $orders ),
		);
		return array(
			'said'       => $view->is_narrowed()
				? sprintf( $said['found'], Number::text( $shown ) )
				: $said[ ListView::SHOW ][ $view->show ],
			'sentences'  => $said,
			'is_open'    => $view->is_narrowed() || '' !== $view->show . $view->sort,
			'has_search' => count( $items ) >= self::SEARCHED,
			'groups'     => array_values( array_filter( $groups ) ),
			'note'       => self::note_on_currencies( $items, $currency ),
		);
	}

	/** Returns how the list compares prices of several currencies; '' if there is only one. */
	private static function note_on_currencies( array $items, string $currency ): string {
		$is_other = static fn ( array $item ): bool => null === $item[ ListView::COMPARED ] && isset( $item['price'] );
		/* translators: %s: code of a currency, such as CHF. */
		return '' === $currency || array() === array_filter( $items, $is_other ) ? '' : sprintf( __( 'Filters compare prices in %s. Sorted by price, other currencies follow, each by itself.', 'largesse' ), $currency );
	}

	/** @return array<string, string> Labels of sort orders, without orders that would not change this list. */
	private function orders( array $items ): array {
		$ids    = array_column( $items, 'id' );
		$most   = count( array_filter( $ids, $this->order->is_most_wanted( ... ) ) );
		$prices = array(
			ListView::PRICE_UP   => __( 'Lowest price', 'largesse' ),
			ListView::PRICE_DOWN => __( 'Highest price', 'largesse' ),
		);
		return ( $most > 0 ? array( ListView::MOST => __( 'Most wanted first', 'largesse' ) ) : array() )
			+ ( 2 > count( array_filter( array_column( $items, ListView::COMPARED ), 'is_numeric' ) ) ? array() : $prices );
	}

	private static function label( PriceRange $range, string $currency ): string {
		$over = Price::text( $range->over, $currency );
		$most = null === $range->most ? '' : Price::text( $range->most, $currency );
		return match ( true ) {
			/* translators: %s: a price. */
			'' === $most         => sprintf( __( 'Over %s', 'largesse' ), $over ),
			/* translators: %s: a price. */
			0.0 === $range->over => sprintf( __( 'Up to %s', 'largesse' ), $most ),
			/* translators: 1: a price, 2: a higher price. */
			default              => sprintf( __( '%1$s to %2$s', 'largesse' ), $over, $most ),
		};
	}

	/** Returns a group of links to a default and other choices, whose names are by value; null without other choices. */
	private function group( string $label, string $parameter, string $chosen, string $standard, array $others ): ?array {
		$choices = array();
		foreach ( array( '' => $standard ) + $others as $value => $name ) {
			$choices[] = array(
				'value'     => (string) $value,
				'name'      => $name,
				'url'       => $this->view->query( $parameter, (string) $value ) . '#largesse-wishes',
				'is_chosen' => (string) $value === $chosen,
			);
		}
		return array() === $others ? null : compact( 'label', 'parameter', 'choices' );
	}

	/** Texts after a choice or search, by parameter and value; `found` is for a search. */
	private function sentences( array $items ): array {
		$all  = Number::text( count( $items ) );
		$open = Number::text( count( array_filter( $items, $this->remaining->is_open( ... ) ) ) );
		return array(
			/* translators: %s: number of all wishes. */
			ListView::SHOW => ! $this->remaining->is_told ? array( '' => sprintf( _n( '%s wish.', '%s wishes.', count( $items ), 'largesse' ), $all ) ) : array(
				/* translators: 1: number of all wishes, 2: number of those that are still open. */
				''              => sprintf( __( '%1$s wishes, %2$s still open.', 'largesse' ), $all, $open ),
				/* translators: 1: number of all wishes, 2: number of those that are still open. */
				ListView::OPEN => sprintf( __( 'Showing %2$s of %1$s wishes: only open ones.', 'largesse' ), $all, $open ),
			),
			ListView::SORT => array(
				''                    => __( 'In list order.', 'largesse' ),
				ListView::PRICE_UP   => __( 'Lowest price first.', 'largesse' ),
				ListView::PRICE_DOWN => __( 'Highest price first.', 'largesse' ),
				ListView::MOST       => __( 'Most wanted first.', 'largesse' ),
			),
			/* translators: 1: number of wishes that a search or a filter has found, 2: number of all wishes. */
			'found'        => sprintf( __( 'Found %1$s of %2$s wishes.', 'largesse' ), '%s', $all ),
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
