<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use Largesse\Giving\GuestView;
use Largesse\Giving\Surprise;
use Largesse\Html\Template;
use Largesse\Registry\People;
use WP_Post;

/**
 * Lets guests of a registry whose gifts are a surprise say that they are looking for a gift. Only then are they told what
 * is still open: else an owner who looks at their own list, signed in or not, would see it. It cannot stop an owner who
 * wants to know.
 */
final class Looking {

	/** Id of the place that the links lead back to. */
	private const ID = 'largesse-looking';

	/** Renders it; nothing if the page tells everything anyway. */
	public static function html( WP_Post $registry, GuestView $view ): string {
		if ( $view->is_giving && People::of( $registry )->is_recipient() ) {
			return self::panel( self::said_to_owner( $registry ), $view->query( GuestView::GIVING, '' ), __( 'Back to the list as guests see it', 'largesse' ) );
		}
		if ( ! Surprise::of( $registry )->is_secret_now() ) {
			return '';
		}
		return $view->is_giving
			? self::panel( __( 'You see which wishes are still open. Psst: the gifts are a surprise.', 'largesse' ), $view->query( GuestView::GIVING, '' ), __( 'Hide it again', 'largesse' ) )
			: self::panel( __( 'The gifts are a surprise, so this page shows neither what has been found already nor what you give yourself.', 'largesse' ), $view->query( GuestView::GIVING, '1' ), __( 'I am looking for a gift', 'largesse' ) );
	}

	/** Returns why owners see no more than on their own page. */
	private static function said_to_owner( WP_Post $registry ): string {
		$text = __( 'This is your own list, so you see only the numbers that you know from My registries.', 'largesse' );
		return Surprise::of( $registry )->is_secret_now() ? $text . ' ' . __( 'What your guests give stays a surprise.', 'largesse' ) : $text;
	}

	/**
	 * Renders what is said, and the way to the other view.
	 *
	 * @param string $text  What is said.
	 * @param string $query Query of the other view's address.
	 * @param string $link  What the way there is called.
	 */
	private static function panel( string $text, string $query, string $link ): string {
		return Template::render(
			'guests/looking',
			array(
				'id'   => self::ID,
				'text' => $text,
				'url'  => $query . '#' . self::ID,
				'link' => $link,
			)
		);
	}
}
