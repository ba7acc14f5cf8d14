<?php
declare( strict_types=1 );

namespace Largesse\Pages;

use Closure;
use WP_Error;

/**
 * Shows the wishes of a registry, or says why there are none to see.
 */
final class WishList {

	/**
	 * Keeps how the wishes are shown.
	 *
	 * @param GuestView $view  What the guest chose.
	 * @param int       $level Level of the headings.
	 */
	public function __construct(
		private readonly GuestView $view,
		private readonly int $level
	) {}

	/**
	 * Renders the wishes. All of them are there; those that the guest does not want to see are hidden, so that a
	 * script can show them again.
	 *
	 * @param list<array<string, mixed>>                   $items     The items in the owner's order, affiliate links included.
	 * @param Remaining                                    $remaining What the page tells of how many are left.
	 * @param Closure(int): string                         $give      Gives the address at which an item is given.
	 * @param Closure(int): string                         $shop      Gives the address that leads to the shop of an item.
	 * @param (Closure(array<string, mixed>): string)|null $note      Gives what this visitor alone is told of an item, as HTML.
	 */
	public function html( array $items, Remaining $remaining, Closure $give, Closure $shop, ?Closure $note = null ): string {
		$view     = $remaining->is_told ? $this->view : $this->view->with_all();
		$card     = new ItemCard( $this->level, $remaining, $give, $shop, $note );
		$cards    = '';
		$is_empty = true;
		foreach ( $view->arrange( $items ) as $place => $item ) {
			$is_shown = $view->shows( $item, $remaining );
			$is_empty = $is_empty && ! $is_shown;
			$cards   .= $card->html( $item, $place, $is_shown );
		}
		return ( new ListControls( $view, $items, $remaining ) )->html()
			. '<ul class="largesse-wishes" role="list">' . $cards . '</ul>'
			. sprintf( '<p class="largesse-notice is-drawn largesse-registry__none"%s>%s</p>', $is_empty ? '' : ' hidden', esc_html__( 'Every wish has been granted. Thank you!', 'largesse' ) )
			. self::dialog();
	}

	/**
	 * Renders the place, empty and closed, in which a script shows the form of a gift. Without a script, links lead to the
	 * form on a page of its own.
	 */
	private static function dialog(): string {
		return sprintf(
			'<dialog class="largesse-dialog" aria-label="%1$s" data-failure="%2$s"><button type="button" class="largesse-dialog__close" aria-label="%3$s">×</button><div class="largesse-dialog__body"></div><p class="largesse-dialog__wait" role="status" hidden>%4$s</p></dialog>',
			esc_attr__( 'Give a gift', 'largesse' ),
			esc_attr__( 'Nothing was sent: there seems to be no connection. Please try again in a moment; all that you typed is still there.', 'largesse' ),
			esc_attr__( 'Close', 'largesse' ),
			esc_html__( 'One moment …', 'largesse' )
		);
	}

	/**
	 * Renders what is said where there are no wishes yet.
	 *
	 * @param string $manage_url Where the visitor may add some; empty where they may not.
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
			. sprintf( '<p><a class="largesse-try-again" href="%s">%s</a></p>', esc_url( $this->view->query( GuestView::SHOW, $this->view->show ) ), esc_html__( 'Try again', 'largesse' ) );
		if ( current_user_can( 'manage_options' ) ) {
			$text .= '<p>' . esc_html( $reason->get_error_message() ) . '</p>';
		}
		return '<div class="largesse-notice is-drawn is-failure">' . $text . '</div>';
	}
}
