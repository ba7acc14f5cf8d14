<?php
declare( strict_types=1 );

namespace Largesse\Accounts;

use Largesse\Mail\Delivery;
use Largesse\Mail\MailLimits;
use Largesse\Mail\MailMessage;

/**
 * Sends the mail after a sign-up. The mail contains the link that confirms the sign-up. If the address already has an
 * account, the mail explains how to sign in. The page after the form is the same in both cases, so that nobody learns
 * who has an account.
 */
final class SignUpMail {

	/** Kind of all mails about new accounts. */
	public const KIND = 'account';

	/** Results of `send()`. EARLY: not sent, because the address got another mail recently. */
	public const SENT   = 'sent';
	public const EARLY  = 'early';
	public const FAILED = 'failed';

	/**
	 * Sends the mail unless the address got too many lately, and returns a result. An address with an account needs
	 * no sign-up. The address to return to is on this site, or empty.
	 */
	public static function send( string $email, ?SignUp $sign_up, string $back ): string {
		$site = Delivery::site();
		if ( get_user_by( 'email', $email ) ) {
			/* translators: %s: name of the site. */
			$message = ( new MailMessage( sprintf( __( 'You already have an account at %s', 'largesse' ), $site ) ) )
				/* translators: %s: name of the site. */
				->add_paragraph( sprintf( __( 'Somebody wants to create an account at %s with this e-mail address. You already have one. If that was you, sign in here:', 'largesse' ), $site ) )
				->add_link( __( 'Sign in', 'largesse' ), wp_login_url( $back ) )
				->add_link( __( 'Choose a new password', 'largesse' ), wp_lostpassword_url( $back ) )
				->add_paragraph( __( 'If it was somebody else, you don’t have to do anything.', 'largesse' ) );
		} elseif ( $sign_up ) {
			/* translators: %s: name of the site. */
			$message = ( new MailMessage( sprintf( __( 'Please confirm your e-mail address at %s', 'largesse' ), $site ) ) )
				/* translators: %s: name of the site. */
				->add_paragraph( sprintf( __( 'Somebody wants to create an account at %s with this e-mail address. If that was you, open this link within a day, and confirm the address there:', 'largesse' ), $site ) )
				->add_link( __( 'Confirm your address', 'largesse' ), SignUpConfirmation::url( PendingSignUps::token( $sign_up ) ) )
				->add_paragraph( __( 'If it was somebody else, you don’t have to do anything: without you, there will be no account.', 'largesse' ) );
		} else {
			return self::SENT;
		}
		return match ( Delivery::send( $email, $message, self::KIND, MailLimits::account() ) ) {
			true    => self::SENT,
			false   => self::FAILED,
			default => self::EARLY,
		};
	}
}
