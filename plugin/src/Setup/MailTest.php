<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Largesse\Http\PressedButton;
use WP_Error;

/**
 * Shows a button that sends the administrator a test mail, and its result.
 */
final class MailTest {

	/** Name of the action and its button. */
	private const ACTION = 'largesse_test_mail';

	/** Field of its nonce; the page contains other forms, too. */
	private const NONCE = 'largesse_test_mail_nonce';

	/** Id of the section with the result. */
	private const ANCHOR = 'largesse-mail-test';

	/** Whether the mail was accepted; null if the button was not pressed. */
	private ?bool $is_sent = null;

	/** Reason of a failure. */
	private string $reason = '';

	/** Sends the mail if the button was pressed. */
	public function run_if_requested(): void {
		if ( ! PressedButton::is( self::ACTION, self::NONCE ) ) {
			return;
		}
		$note = function ( WP_Error $error ): void {
			$this->reason = $error->get_error_message();
		};
		add_action( 'wp_mail_failed', $note );
		$this->is_sent = wp_mail(
			wp_get_current_user()->user_email,
			/* translators: %s: name of the site. */
			sprintf( __( 'A test mail from %s', 'largesse' ), wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES ) ),
			__( 'If you can read this, mail leaves the site: guests get the links to what they give, and invited people theirs.', 'largesse' )
		);
		remove_action( 'wp_mail_failed', $note );
		if ( $this->is_sent ) {
			NextStep::remember_mail();
		}
	}

	/**
	 * Prints the button, and the result after it was pressed.
	 *
	 * @param string $page Address of the current page.
	 */
	public function show( string $page ): void {
		$email = wp_get_current_user()->user_email;
		printf( '<section id="%1$s" aria-labelledby="%1$s-title">', esc_attr( self::ANCHOR ) );
		printf( '<h2 id="%s-title">%s</h2>', esc_attr( self::ANCHOR ), esc_html__( 'Test the mail', 'largesse' ) );
		/* translators: %s: an e-mail address. */
		echo '<p>' . esc_html( sprintf( __( 'Sends a mail to you, at %s.', 'largesse' ), $email ) ) . '</p>';
		printf( '<form action="%s#%s" method="post">', esc_url( $page ), esc_attr( self::ANCHOR ) );
		wp_nonce_field( self::ACTION, self::NONCE, false );
		submit_button( __( 'Send a test mail', 'largesse' ), 'secondary', self::ACTION );
		echo '</form>';
		if ( true === $this->is_sent ) {
			printf( '<p class="notice notice-success inline" role="status">%s</p>', esc_html__( 'The mail was accepted. Look whether it arrives, among the spam as well.', 'largesse' ) );
		} elseif ( false === $this->is_sent ) {
			$text = __( 'The mail was not accepted. Ask your host how mail is sent, or install a plugin for SMTP.', 'largesse' );
			printf( '<p class="notice notice-error inline" role="alert">%s</p>', esc_html( trim( "$text $this->reason" ) ) );
		}
		echo '</section>';
	}
}
