<?php
declare( strict_types=1 );

namespace Largesse\Mail;

use Largesse\Http\SettingsButton;
use WP_Error;

/** Shows a button that sends a test mail to the current administrator, and shows whether the mail was sent. */
final class MailTest {

	/** Name and id of the button. */
	public const ACTION = 'largesse_test_mail';

	/** @var list<array<string, mixed>> Whether the mail was accepted; empty if the button was not pressed. */
	private array $results = array();

	/** Sends the mail if the button was pressed. Returns true if the site accepted the mail. */
	public function run_if_requested(): bool {
		if ( ! SettingsButton::is_pressed( self::ACTION ) ) {
			return false;
		}
		$reason = '';
		$note   = static function ( WP_Error $error ) use ( &$reason ): void {
			$reason = $error->get_error_message();
		};
		add_action( 'wp_mail_failed', $note );
		$is_sent = wp_mail(
			wp_get_current_user()->user_email,
			/* translators: %s: name of the site. */
			sprintf( __( 'A test mail from %s', 'largesse' ), wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES ) ),
			__( 'If you can read this, the site can send mail: guests get the links to their gifts, and invited people get their invitations.', 'largesse' )
		);
		remove_action( 'wp_mail_failed', $note );
		$this->results = array(
			$is_sent
				? SettingsButton::result( 'success', 'status', __( 'The mail was accepted. Check your inbox and your spam folder for it.', 'largesse' ) )
				: SettingsButton::result( 'error', 'alert', trim( __( 'The mail was not accepted. Ask your hosting provider how to send mail, or install a plugin for SMTP.', 'largesse' ) . " {$reason}" ) ),
		);
		return $is_sent;
	}

	/** @return array<string, mixed> Data of the template `http/settings-button` on a page. */
	public function data( string $page ): array {
		return SettingsButton::data( self::ACTION, 'largesse-mail-test', $page ) + array(
			'title'   => __( 'Test the mail', 'largesse' ),
			/* translators: %s: an e-mail address. */
			'text'    => sprintf( __( 'Sends a mail to you, at %s.', 'largesse' ), wp_get_current_user()->user_email ),
			'label'   => __( 'Send a test mail', 'largesse' ),
			'url'     => '',
			'results' => $this->results,
		);
	}
}
