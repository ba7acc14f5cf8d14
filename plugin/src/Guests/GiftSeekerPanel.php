<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use Largesse\Giving\ListView;
use Largesse\Giving\Surprise;
use Largesse\Html\Template;
use Largesse\Registry\Roles;
use WP_Post;

/**
 * Panel above a list that tells guests about a surprise, and owners that this is their list. During a surprise, the page
 * does not show by default which wishes are open, because an owner may open the page without logging in. Guests follow
 * the panel's link to see them. The panel does not stop curious owners: they can log out and follow the link, too.
 */
final class GiftSeekerPanel {

	/** Renders the panel; an empty text if there is nothing to tell. */
	public static function html( WP_Post $registry, ListView $view ): string {
		$people    = Roles::of( $registry );
		$is_secret = Surprise::of( $registry )->is_secret_now();
		// The preview for editors has its own panel, and shows what guests see.
		$is_preview = GuestPreview::is_on( $registry );
		$own        = $people->is_owner() && ! $is_preview ? __( 'This is your list.', 'largesse' ) . ' ' : '';
		if ( $is_secret && $people->is_recipient() && ( $view->is_giving || ! $is_preview ) ) {
			return self::panel( $own . __( 'Your guests’ gifts stay a surprise.', 'largesse' ), $is_preview ? $view->query( ListView::GIVING, '' ) : '', __( 'Back to the list as guests see it', 'largesse' ) );
		}
		if ( ! $is_secret ) {
			return '' === $own ? '' : self::panel( __( 'This is your list, as your guests see it.', 'largesse' ) );
		}
		return $view->is_giving
			? self::panel( $own . __( 'You see which wishes are still open. Psst: the gifts are a surprise.', 'largesse' ), $view->query( ListView::GIVING, '' ), __( 'Hide what others give', 'largesse' ) )
			: self::panel( $own . __( 'The gifts are a surprise. Do you want to give one? Then see which wishes are still open.', 'largesse' ), $view->query( ListView::GIVING, '1' ), __( 'I am looking for a gift', 'largesse' ), true );
	}

	/** Renders a text. If there is a query, adds a link that shows or hides which wishes are open. */
	private static function panel( string $text, string $query = '', string $link = '', bool $is_main = false ): string {
		$id  = 'largesse-looking';
		$url = '' === $query ? '' : "{$query}#{$id}";
		return Template::render( 'guests/gift-seeker-panel', compact( 'id', 'text', 'url', 'link', 'is_main' ) );
	}
}
