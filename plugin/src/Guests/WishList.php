<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use Closure;
use Largesse\Format\Price;
use Largesse\Giving\ListView;
use Largesse\Giving\PriceRange;
use Largesse\Giving\RemainingQuantities;
use Largesse\Html\Template;
use Largesse\Registry\Grouping;
use WP_Error;
use WP_Post;

/**
 * Renders the wishes of a registry, or a message if the wishes cannot be shown.
 */
final class WishList {

	/** A page with at least this number of headings links to the headings. */
	private const MANY = 3;

	/**
	 * @param int          $level    Level of the headings.
	 * @param WP_Post|null $registry The registry; null for the sample in the editor.
	 */
	public function __construct(
		private readonly ListView $view,
		private readonly int $level,
		private readonly Grouping $grouping,
		private readonly ?WP_Post $registry = null
	) {}

	/**
	 * Renders the wishes. Headings are shown unless the guest has chosen another order. Wishes that the guest has
	 * filtered out are included but hidden, so that a script can show them.
	 *
	 * @param list<array<string, mixed>>                   $items     Items in the owner's order, with affiliate links.
	 * @param RemainingQuantities                                    $remaining Remaining quantities that the page shows.
	 * @param string                                       $give      Beginning of the address for giving an item; its
	 *                                                                id follows.
	 * @param string                                       $shop      Beginning of the address that redirects to an
	 *                                                                item's shop; its id follows.
	 * @param (Closure(array<string, mixed>): string)|null $note      Returns the visitor's note on an item as HTML.
	 * @param string                                       $own_gifts Address that returns the visitor's own gifts;
	 *                                                                empty for none.
	 * @param string                                       $public_url Address of the public list; empty if this visitor
	 *                                                                sees another list.
	 * @param array<int, array<string, mixed>>             $parts     Wishes that the visitor can give in parts (WishParts).
	 */
	public function html( array $items, RemainingQuantities $remaining, string $give, string $shop, ?Closure $note = null, string $own_gifts = '', string $public_url = '', array $parts = array() ): string {
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
						ListView::SHOW    => ! $remaining->is_told,
						ListView::SORT    => ListView::MOST === $this->view->sort && ! array_filter( array_column( $items, 'id' ), $this->grouping->is_most_wanted( ... ) ),
						ListView::PRICE   => ! $ranges,
						ListView::HEADING => count( $titles ) < 2 || ! in_array( $this->view->heading, $titles, true ),
					)
				)
			)
		);
		$card   = new ItemCard( $this->registry, $remaining, $give, $shop, $note, $parts );
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
			$is_shown = $view->shows( $item, $heading, $remaining );
			$own      = (int) array_search( $heading, array( '', ...$titles ), true );
			$group    = '' === $view->sort ? $own : 0;

			$lists[ $group ]['shown']  += $is_shown ? 1 : 0;
			$lists[ $group ]['cards'][] = $card->data( $item, $place, $is_shown, $own, $this->grouping->is_most_wanted( $id ) );
		}
		$shown = array_sum( array_column( $lists, 'shown' ) );
		return Template::render(
			'guests/wish-list',
			array(
				'controls'   => ( new ListControls( $view, $items, $remaining, $this->grouping ) )->data( $titles, $ranges, $usual, $shown ),
				'groups'     => $lists,
				'level'      => $this->level,
				'is_told'    => $remaining->is_told,
				'has_links'  => count( $titles ) >= self::MANY,
				'is_sorted'  => '' !== $view->sort,
				'is_none'    => 0 === $shown && ! $view->is_narrowed(),
				'own_gifts'  => $own_gifts,
				'public_url' => $public_url,
			)
		);
	}

	/**
	 * Renders the message for a list without wishes.
	 *
	 * @param string $manage_url Address at which the visitor can add wishes; empty without permission.
	 */
	public static function empty_message( string $manage_url ): string {
		return Template::render( 'guests/no-wishes', array( 'manage_url' => $manage_url ) );
	}

	/**
	 * Renders the message for a service that does not answer.
	 *
	 * @param WP_Error $reason The cause, for administrators.
	 */
	public function failure( WP_Error $reason ): string {
		return Template::render(
			'guests/service-unavailable',
			array(
				'again_url' => $this->view->query( ListView::SHOW, $this->view->show ),
				'reason'    => current_user_can( 'manage_options' ) ? $reason->get_error_message() : '',
			)
		);
	}
}
