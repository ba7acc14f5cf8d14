<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Html\Template;
use Largesse\Links\OwnerPage;
use WP_Post;

/**
 * Explains why a visitor cannot give an item, and links to another page.
 */
final class GiveRefusal {

	/** Renders the notice for an owner who opens the form of their own list. */
	public static function for_owner( WP_Post $registry ): string {
		return self::html(
			__( 'This is your own list. If you already have this, choose “We have it” on My registries, so that nobody gives it to you.', 'largesse' ),
			OwnerPage::url( $registry->ID ),
			__( 'Go to My registries', 'largesse' )
		);
	}

	/** Renders the notice for guests that an item is no longer on the list. */
	public static function for_missing_item( WP_Post $registry ): string {
		return self::html(
			__( 'This wish is no longer on the list.', 'largesse' ),
			(string) get_permalink( $registry ),
			__( 'See the other wishes', 'largesse' )
		);
	}

	/**
	 * Renders a notice. The notice has the form's class, because a script replaces the form with the notice.
	 *
	 * @param string $address Target of the link.
	 * @param string $link    Label of the link.
	 */
	private static function html( string $text, string $address, string $link ): string {
		return Template::render(
			'giving/give-notice',
			array(
				'text' => $text,
				'url'  => $address,
				'link' => $link,
			)
		);
	}
}
