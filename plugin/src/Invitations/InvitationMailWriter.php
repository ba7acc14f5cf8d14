<?php
declare( strict_types=1 );

namespace Largesse\Invitations;

use Largesse\Mail\MailMessage;
use Largesse\Mail\MailText;
use Largesse\Registry\EventDate;
use Largesse\Registry\Occasion;
use Largesse\Registry\RegistryMeta;
use WP_Post;
use WP_User;

/**
 * Writes mails to invited people in WordPress's current language. The inviting user may be a spammer. Therefore, this
 * class prevents mail programs from turning the user's texts into links. The mail shows the message as a quote.
 */
final class InvitationMailWriter {

	/**
	 * Writes an invitation.
	 *
	 * @param string $url     Address of the registry, or a personal link.
	 * @param bool   $is_open Whether `$url` is a personal link, which opens the registry without an account.
	 * @param string $refuse  Address to refuse further invitations.
	 */
	public static function invited( WP_Post $registry, WP_User $host, string $message, string $url, bool $is_open, string $refuse ): MailMessage {
		$title = MailText::title( $registry );
		$name  = MailText::safe_line( $host->display_name );
		/* translators: 1: name of a person, 2: title of a registry. */
		$mail = ( new MailMessage( sprintf( __( '%1$s invites you to the gift list “%2$s”', 'largesse' ), $name, $title ) ) )
			->add_greeting()
			/* translators: 1: name of a person, 2: title of a registry. */
			->add_paragraph( sprintf( __( '%1$s wants to show you the gift list “%2$s”.', 'largesse' ), $name, $title ) );
		$mail->add_facts(
			array(
				array( __( 'Occasion', 'largesse' ), MailText::safe_line( Occasion::type( $registry ) ) ),
				array( __( 'When', 'largesse' ), EventDate::day( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true ) ) ),
			)
		);
		if ( '' !== trim( $message ) ) {
			/* translators: %s: name of a person. */
			$mail->add_paragraph( sprintf( __( '%s writes:', 'largesse' ), $name ) )->add_quote( MailText::safe_lines( $message ) );
		}
		return $mail->add_link( __( 'Look at the list', 'largesse' ), $url )
			->add_paragraph(
				$is_open
					? __( 'You don’t need an account. The link is only for you: anyone who has it can see the list and give something in your name, so please do not share it.', 'largesse' )
					: __( 'Sign in with your account to see it.', 'largesse' )
			)
			->add_footer_of_invitation( $name, $refuse );
	}
}
