<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use Closure;
use Largesse\Giving\GuestView;
use Largesse\Giving\Remaining;
use Largesse\Html\FilterShield;
use Largesse\Registry\Grouping;
use WP_Error;

/**
 * Shows the wishes of a registry, or says why there are none to see.
 */
final class WishList {

	/** Beginning of the ids of headings. */
	private const HEADING = 'largesse-heading-';

	/** From so many headings on there are links to them. */
	private const MANY = 3;

	/**
	 * @param int       $level    Level of the headings.
	 */
	public function __construct(
		private readonly GuestView $view,
		private readonly int $level,
		private readonly Grouping $grouping
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
		$card   = new ItemCard( $titles ? $this->level + 1 : $this->level, $remaining, $give, $shop, $note );
		$cards  = array_fill( 0, count( $titles ) + 1, '' );
		$shown  = array_fill( 0, count( $titles ) + 1, 0 );
		foreach ( $view->arrange( $items, $this->grouping ) as $place => $item ) {
			$id       = (int) $item['id'];
			$is_shown = $view->shows( $item, $remaining );
			$own      = array_search( $this->grouping->heading_of( $id ), array( '', ...$titles ), true );
			$group    = '' === $view->sort ? (int) $own : 0;

			$shown[ $group ] += $is_shown ? 1 : 0;
			$cards[ $group ] .= $card->html( $item, $place, $is_shown, (int) $own, $this->grouping->is_most_wanted( $id ) );
		}
		return ( new ListControls( $view, $items, $remaining, $this->grouping ) )->html()
			. $this->jump_list( $titles, $shown, '' !== $view->sort )
			. $this->lists( $titles, $cards, $shown )
			. sprintf( '<p class="largesse-notice is-drawn largesse-registry__none"%s>%s</p>', array_sum( $shown ) > 0 ? ' hidden' : '', esc_html__( 'Every wish has been granted. Thank you!', 'largesse' ) )
			. self::dialog( $own_gifts );
	}

	/**
	 * Renders links to the headings, where there are enough to look for one. They lead nowhere while the wishes are sorted
	 * otherwise.
	 *
	 * @param list<string>    $titles    The headings.
	 * @param array<int, int> $shown     How many wishes are shown under each, counted from 1.
	 * @param bool            $is_sorted Whether the wishes are sorted otherwise.
	 */
	private function jump_list( array $titles, array $shown, bool $is_sorted ): string {
		if ( count( $titles ) < self::MANY ) {
			return '';
		}
		$links = '';
		foreach ( $titles as $place => $title ) {
			$number = $place + 1;
			$links .= sprintf( '<li%2$s><a href="#%3$s%1$d" dir="auto">%4$s</a></li>', $number, $shown[ $number ] > 0 ? '' : ' hidden', self::HEADING, FilterShield::text( $title ) );
		}
		return sprintf( '<nav class="largesse-jump" aria-label="%s"%s><ul role="list">%s</ul></nav>', esc_attr__( 'What is on the list', 'largesse' ), $is_sorted ? ' hidden' : '', $links );
	}

	/**
	 * Renders the lists, each below its heading. What stands under none comes first, and has a heading for those who hear the
	 * page as soon as the others have one; what is sorted stands there, too.
	 *
	 * @param list<string>       $titles The headings.
	 * @param array<int, string> $cards  What stands under each, counted from 1.
	 * @param array<int, int>    $shown  How many of that are shown.
	 */
	private function lists( array $titles, array $cards, array $shown ): string {
		$html = '';
		foreach ( $cards as $number => $list ) {
			$ul      = '<ul class="largesse-wishes" role="list">' . $list . '</ul>';
			$heading = sprintf(
				0 === $number ? '<h%1$d class="largesse-unseen" id="%2$s%3$d">%4$s</h%1$d>' : '<h%1$d class="largesse-group__title" id="%2$s%3$d" dir="auto">%4$s</h%1$d>',
				$this->level,
				self::HEADING,
				$number,
				0 === $number ? esc_html__( 'Wishes', 'largesse' ) : FilterShield::text( $titles[ $number - 1 ] )
			);
			$html   .= $titles ? sprintf( '<section class="largesse-group" aria-labelledby="%s%d"%s>%s%s</section>', self::HEADING, $number, $shown[ $number ] > 0 ? '' : ' hidden', $heading, $ul ) : $ul;
		}
		return $html;
	}

	/**
	 * Renders the place, empty and closed, in which a script shows the form of a gift. Without a script, links lead to the
	 * form on a page of its own.
	 *
	 * @param string $own Address that returns the visitor's own gifts; empty for none.
	 */
	private static function dialog( string $own ): string {
		return sprintf(
			'<dialog class="largesse-dialog" aria-label="%1$s" data-unknown="%2$s" data-unopened="%5$s"%6$s><button type="button" class="largesse-dialog__close" aria-label="%3$s">×</button><div class="largesse-dialog__body"></div><p class="largesse-dialog__wait" role="status" hidden>%4$s</p></dialog>',
			esc_attr__( 'Give a gift', 'largesse' ),
			esc_attr__( 'We could not check whether this arrived. Press once more: it will not be given twice.', 'largesse' ),
			esc_attr__( 'Close', 'largesse' ),
			esc_html__( 'One moment …', 'largesse' ),
			esc_attr__( 'The form could not be loaded, so nothing was sent. Close this window and try again in a moment.', 'largesse' ),
			'' === $own ? '' : ' data-own="' . esc_url( $own ) . '"'
		);
	}

	/**
	 * Renders what is said where there are no wishes yet.
	 *
	 * @param string $manage_url Where the visitor may add some; empty if they may not.
	 */
	public static function nothing( string $manage_url ): string {
		$add = '' === $manage_url ? '' : sprintf( ' <a href="%s">%s</a>', esc_url( $manage_url ), esc_html__( 'Add the first one', 'largesse' ) );
		return '<p class="largesse-notice is-drawn">' . esc_html__( 'There are no wishes here yet. Come back soon!', 'largesse' ) . $add . '</p>';
	}

	/**
	 * Renders what is said where the service does not answer.
	 *
	 * @param WP_Error $reason Why, for administrators.
	 */
	public function failure( WP_Error $reason ): string {
		$text = '<p>' . esc_html__( 'The wishes cannot be shown right now. Please try again in a minute.', 'largesse' ) . '</p>'
			. sprintf( '<p><a class="wp-element-button largesse-try-again" href="%s">%s</a></p>', esc_url( $this->view->query( GuestView::SHOW, $this->view->show ) ), esc_html__( 'Try again', 'largesse' ) );
		if ( current_user_can( 'manage_options' ) ) {
			$text .= '<p>' . esc_html( $reason->get_error_message() ) . '</p>';
		}
		return '<div class="largesse-notice is-drawn is-failure">' . $text . '</div>';
	}
}
