<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use Largesse\Giving\ListView;
use Largesse\Giving\Surprise;
use Largesse\Html\Template;
use Largesse\Registry\Roles;
use WP_Post;

/**
 * Panel above a list whose gifts are a surprise. By default, the page does not show which wishes are open, because an
 * owner may open the page without logging in. Guests who look for a gift follow the panel's link to see the open
 * wishes. The panel does not stop curious owners: they can log out and follow the link, too.
 */
final class GiftSeekerPanel {

	/** HTML id of the panel, which is the target of links. */
	private const ID = 'largesse-looking';

	/**
	 * Renders the panel; an empty text if the gifts are no surprise. Owners who followed the panel's link always get an
	 * explanation of the numbers on the page.
	 */
	public static function html( WP_Post $registry, ListView $view ): string {
		if ( $view->is_giving && Roles::of( $registry )->is_recipient() ) {
			return self::panel( self::owner_explanation( $registry ), $view->query( ListView::GIVING, '' ), __( 'Back to the list as guests see it', 'largesse' ) );
		}
		if ( ! Surprise::of( $registry )->is_secret_now() ) {
			return '';
		}
		return $view->is_giving
			? self::panel( __( 'You see which wishes are still open. Psst: the gifts are a surprise.', 'largesse' ), $view->query( ListView::GIVING, '' ), __( 'Hide it again', 'largesse' ) )
			: self::panel( __( 'The gifts are a surprise, so this page hides all gifts, including yours.', 'largesse' ), $view->query( ListView::GIVING, '1' ), __( 'I am looking for a gift', 'largesse' ) );
	}

	/** Returns the panel's text for owners, which explains the numbers that the page shows. */
	private static function owner_explanation( WP_Post $registry ): string {
		$text = __( 'This is your own list, so you see the same numbers as on My registries.', 'largesse' );
		return Surprise::of( $registry )->is_secret_now() ? $text . ' ' . __( 'Your guests’ gifts stay a surprise.', 'largesse' ) : $text;
	}

	/**
	 * Renders a text with a link that shows or hides which wishes are open.
	 *
	 * @param string $query Query of the address that the link opens.
	 * @param string $link  Label of the link.
	 */
	private static function panel( string $text, string $query, string $link ): string {
		return Template::render(
			'guests/gift-seeker-panel',
			array(
				'id'   => self::ID,
				'text' => $text,
				'url'  => $query . '#' . self::ID,
				'link' => $link,
			)
		);
	}
}
