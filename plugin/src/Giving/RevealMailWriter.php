<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Links\OwnerPage;
use Largesse\Mail\Delivery;
use Largesse\Mail\MailMessage;
use Largesse\Mail\MailText;
use WP_Post;
use WP_User;

/**
 * Writes mails to owners after the reveal, in WordPress's current language.
 */
final class RevealMailWriter {

	/**
	 * Writes the mail about the reveal of a registry's gifts.
	 *
	 * @param int $number Number of gifts; at least one.
	 */
	public static function revealed( WP_Post $registry, WP_User $owner, int $number ): MailMessage {
		$title     = MailText::title( $registry );
		$shown     = number_format_i18n( $number );
		$is_hidden = Surprise::HIDDEN === Surprise::of( $registry )->level;
		return ( new MailMessage(
			$is_hidden
				/* translators: 1: a number, 2: title of a registry. */
				? sprintf( _n( 'The surprise is over: %1$s gift for “%2$s”', 'The surprise is over: %1$s gifts for “%2$s”', $number, 'largesse' ), $shown, $title )
				/* translators: 1: a number, 2: title of a registry. */
				: sprintf( _n( '%1$s gift for “%2$s”: see who it is from', '%1$s gifts for “%2$s”: see who they are from', $number, 'largesse' ), $shown, $title )
		) )
			/* translators: %s: name of a person. */
			->add_paragraph( sprintf( __( 'Hello %s!', 'largesse' ), MailText::safe_line( $owner->display_name ) ) )
			/* translators: 1: a number, 2: title of a registry. */
			->add_paragraph( sprintf( _n( 'Your guests have chosen %1$s gift from your list “%2$s”. Now you can see who gives you what, and what they wrote to you.', 'Your guests have chosen %1$s gifts from your list “%2$s”. Now you can see who gives you what, and what they wrote to you.', $number, 'largesse' ), $shown, $title ) )
			->add_link( __( 'See your gifts', 'largesse' ), OwnerPage::gifts_url( $registry->ID ) )
			->add_paragraph( __( 'There you can also mark whom you have thanked.', 'largesse' ) )
			/* translators: 1: name of the site, 2: its address. */
			->add_footer( sprintf( __( 'You get this mail once, because this is your list at %1$s (%2$s). Replies to this mail are not read.', 'largesse' ), Delivery::site(), home_url( '/' ) ) );
	}
}
