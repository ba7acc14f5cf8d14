<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Html\Template;
use Largesse\Links\OwnerPage;
use WP_Post;

/**
 * Says why something cannot be given, and where to go instead.
 */
final class GiveNotice {

	/** Tells owners that this is for their guests. */
	public static function of_owner( WP_Post $registry ): string {
		return self::html(
			__( 'This is your own list. Do you have this already? Then say “We have it” on My registries, so that nobody gives it any more.', 'largesse' ),
			OwnerPage::url( $registry->ID ),
			__( 'Go to My registries', 'largesse' )
		);
	}

	/** Tells guests that an item is not on the list any more. */
	public static function of_gone( WP_Post $registry ): string {
		return self::html(
			__( 'This wish is not on the list any more.', 'largesse' ),
			(string) get_permalink( $registry ),
			__( 'See the other wishes', 'largesse' )
		);
	}

	/**
	 * Renders it. Its class is the form's, in whose place a script shows it.
	 *
	 * @param string $text    What is said.
	 * @param string $address Where to go instead.
	 * @param string $link    What that is called.
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
