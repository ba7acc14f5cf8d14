<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Largesse\Http\SubmittedButton;
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
		if ( ! SubmittedButton::is( self::ACTION, self::NONCE ) ) {
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
			NextStep::store_sent_mail();
		}
	}

	/**
	 * Returns the data of the template `setup/mail-test`.
	 *
	 * @param string $page Address of the current page.
	 * @return array<string, mixed>
	 */
	public function data( string $page ): array {
		return array(
			'id'       => self::ANCHOR,
			'email'    => wp_get_current_user()->user_email,
			'form_url' => $page . '#' . self::ANCHOR,
			'action'   => self::ACTION,
			'nonce'    => self::NONCE,
			'is_sent'  => $this->is_sent,
			'reason'   => $this->reason,
		);
	}
}
