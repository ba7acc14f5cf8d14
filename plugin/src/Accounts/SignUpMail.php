<?php
declare( strict_types=1 );

namespace Largesse\Accounts;

use Largesse\Http\RateLimit;

/**
 * Sends the mail after a sign-up. The mail contains the link that confirms the sign-up. If the address already has an
 * account, the mail explains how to sign in. The page after the form is the same in both cases, so that nobody learns
 * who has an account.
 */
final class SignUpMail {

	/** Maximum number of mails to an address in a day. */
	private const A_DAY = 5;

	/** Seconds between two mails to an address. */
	private const PAUSE = 120;

	/** Results of `send()`. EARLY: not sent, because the address got another mail recently. */
	public const SENT   = 'sent';
	public const EARLY  = 'early';
	public const FAILED = 'failed';

	/**
	 * Sends the mail, unless the address got too many mails lately.
	 *
	 * @param SignUp|null $sign_up The sign-up; null if there is nothing to confirm, because the address has an account.
	 * @param string      $back    Address on this site to return to; empty for none.
	 * @return string One of the results.
	 */
	public static function send( string $email, ?SignUp $sign_up, string $back ): string {
		$limit = new RateLimit( 'sign-up mails to ' . strtolower( $email ), self::A_DAY, DAY_IN_SECONDS, self::PAUSE );
		if ( $limit->seconds_to_wait() > 0 ) {
			return self::EARLY;
		}
		$site = wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES );
		if ( get_user_by( 'email', $email ) ) {
			/* translators: %s: name of the site. */
			$subject = sprintf( __( 'You already have an account at %s', 'largesse' ), $site );
			$text    = array(
				/* translators: %s: name of the site. */
				sprintf( __( 'Somebody wants to create an account at %s with this e-mail address. You already have one. If that was you, sign in here:', 'largesse' ), $site ),
				wp_login_url( $back ),
				__( 'Here you can choose a new password:', 'largesse' ),
				wp_lostpassword_url( $back ),
				__( 'If it was somebody else, you don’t have to do anything.', 'largesse' ),
			);
		} elseif ( $sign_up ) {
			/* translators: %s: name of the site. */
			$subject = sprintf( __( 'Please confirm your e-mail address at %s', 'largesse' ), $site );
			$text    = array(
				/* translators: %s: name of the site. */
				sprintf( __( 'Somebody wants to create an account at %s with this e-mail address. If that was you, open this link within a day, and confirm the address there:', 'largesse' ), $site ),
				SignUpConfirmation::url( PendingSignUps::token( $sign_up ) ),
				__( 'If it was somebody else, you don’t have to do anything: without you, there will be no account.', 'largesse' ),
			);
		} else {
			return self::SENT;
		}
		$limit->count();
		return wp_mail( $email, $subject, implode( "\n\n", $text ) . "\n" ) ? self::SENT : self::FAILED;
	}
}
