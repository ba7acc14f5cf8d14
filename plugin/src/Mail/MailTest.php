<?php
declare( strict_types=1 );

namespace Largesse\Mail;

use Largesse\Http\SettingsButton;
use WP_Error;

/** Shows a button that sends a test mail to the current administrator, and shows whether the mail was sent. */
final class MailTest {

	/** Name and id of the button. */
	public const ACTION = 'largesse_test_mail';

	/** Whether the mail was accepted; null if the button was not pressed. */
	private ?bool $is_sent = null;

	/** Reason of a failure. */
	private string $reason = '';

	/** Sends the mail if the button was pressed. Returns true if the site accepted the mail. */
	public function run_if_requested(): bool {
		if ( ! SettingsButton::is_pressed( self::ACTION ) ) {
			return false;
		}
		$note = function ( WP_Error $error ): void {
			$this->reason = $error->get_error_message();
		};
		add_action( 'wp_mail_failed', $note );
		$this->is_sent = wp_mail(
			wp_get_current_user()->user_email,
			/* translators: %s: name of the site. */
			sprintf( __( 'A test mail from %s', 'largesse' ), wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES ) ),
			__( 'If you can read this, the site can send mail: guests get the links to their gifts, and invited people get their invitations.', 'largesse' )
		);
		remove_action( 'wp_mail_failed', $note );
		return $this->is_sent;
	}

	/** @return array<string, mixed> Data of the template `setup/mail-test`. */
	public function data( string $page ): array {
		return SettingsButton::data( self::ACTION, 'largesse-mail-test', $page ) + array(
			'email'    => wp_get_current_user()->user_email,
			'is_sent'  => $this->is_sent,
			'reason'   => $this->reason,
		);
	}
}
