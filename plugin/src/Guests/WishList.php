<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use Closure;
use Largesse\Giving\GuestView;
use Largesse\Giving\Remaining;
use Largesse\Html\Template;
use Largesse\Registry\Grouping;
use WP_Error;
use WP_Post;

/**
 * Shows the wishes of a registry, or says why there are none to see.
 */
final class WishList {

	/** From so many headings on there are links to them. */
	private const MANY = 3;

	/**
	 * @param int          $level    Level of the headings.
	 * @param WP_Post|null $registry The registry; null for the sample in the editor.
	 */
	public function __construct(
		private readonly GuestView $view,
		private readonly int $level,
		private readonly Grouping $grouping,
		private readonly ?WP_Post $registry = null
	) {}

	/**
	 * Renders the wishes, under their headings unless they are sorted otherwise. All of them are there; those that the guest
	 * does not want to see are hidden, so that a script can show them again.
	 *
	 * @param list<array<string, mixed>>                   $items     The items in the owner's order, affiliate links
	 *                                                                included.
	 * @param Remaining                                    $remaining What the page tells of how many are left.
	 * @param string                                       $give      What the address begins with at which an item is
	 *                                                                given; its id follows.
	 * @param string                                       $shop      What the address begins with that leads to the shop
	 *                                                                of an item; its id follows.
	 * @param (Closure(array<string, mixed>): string)|null $note      Gives what this visitor alone is told of an item, as
	 *                                                                HTML.
	 * @param string                                       $own_gifts Address that returns the visitor's own gifts; empty
	 *                                                                for none.
	 */
	public function html( array $items, Remaining $remaining, string $give, string $shop, ?Closure $note = null, string $own_gifts = '' ): string {
		$view   = $remaining->is_told ? $this->view : $this->view->with_all();
		$view   = GuestView::MOST === $view->sort && ! array_filter( array_column( $items, 'id' ), $this->grouping->is_most_wanted( ... ) ) ? $view->in_list_order() : $view;
		$groups = $this->grouping->groups( $items );
		$titles = array_values( array_filter( array_column( $groups, 'title' ), static fn ( string $title ) => '' !== $title ) );
		$card   = new ItemCard( $this->registry, $remaining, $give, $shop, $note );
		$lists  = array();
		foreach ( array( '', ...$titles ) as $number => $title ) {
			$lists[] = array(
				'number' => $number,
				'title'  => $title,
				'shown'  => 0,
				'cards'  => array(),
			);
		}
		foreach ( $view->arrange( $items, $this->grouping ) as $place => $item ) {
			$id       = (int) $item['id'];
			$is_shown = $view->shows( $item, $remaining );
			$own      = (int) array_search( $this->grouping->heading_of( $id ), array( '', ...$titles ), true );
			$group    = '' === $view->sort ? $own : 0;

			$lists[ $group ]['shown']  += $is_shown ? 1 : 0;
			$lists[ $group ]['cards'][] = $card->data( $item, $place, $is_shown, $own, $this->grouping->is_most_wanted( $id ) );
		}
		return Template::render(
			'guests/wish-list',
			array(
				'controls'  => ( new ListControls( $view, $items, $remaining, $this->grouping ) )->data(),
				'groups'    => $lists,
				'level'     => $this->level,
				'is_told'   => $remaining->is_told,
				'has_links' => count( $titles ) >= self::MANY,
				'is_sorted' => '' !== $view->sort,
				'shown'     => array_sum( array_column( $lists, 'shown' ) ),
				'own_gifts' => $own_gifts,
			)
		);
	}

	/**
	 * Renders the message for a list without wishes.
	 *
	 * @param string $manage_url Address at which the visitor can add wishes; empty if they may not.
	 */
	public static function nothing( string $manage_url ): string {
		return Template::render( 'guests/no-wishes', array( 'manage_url' => $manage_url ) );
	}

	/**
	 * Renders the message for a service that does not answer.
	 *
	 * @param WP_Error $reason The cause, for administrators.
	 */
	public function failure( WP_Error $reason ): string {
		return Template::render(
			'guests/no-answer',
			array(
				'again_url' => $this->view->query( GuestView::SHOW, $this->view->show ),
				'reason'    => current_user_can( 'manage_options' ) ? $reason->get_error_message() : '',
			)
		);
	}
}
