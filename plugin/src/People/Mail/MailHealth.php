<?php
declare( strict_types=1 );

namespace Largesse\People\Mail;

use Largesse\Foundation\Checks\CheckResult;
use Largesse\Features;
use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Http\SettingsButton;
use Largesse\MailSender;
use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use Largesse\Foundation\Service\ConnectedSite;
use WP_Error;

/**
 * Records why the site could not send a mail. The record stays until a later mail is sent, and contains no address,
 * time or content. Failures of mails about gifts are stored separately. They reveal gifts, so an owner who administers
 * the site must not see them (rules: Surprise). The checks report the failures, and whether WordPress's cron runs,
 * which mails need. A button sends a test mail.
 */
final class MailHealth {

	/** Kind and key of the record with the last failures: a reason for each kind of mail. */
	public const KIND = 'mail_failures';
	private const KEY = 'last';

	private const GIFTS  = 'gifts';
	private const OTHERS = 'others';

	private const REASON_CHARS = 300;

	/** Maximum delay of recurring events in seconds; high, because the cron of a quiet site waits for the next visitor. */
	private const LATE = 6 * HOUR_IN_SECONDS;

	/** Name and id of the button that sends a test mail. */
	public const TEST = 'largesse_test_mail';

	private bool $is_about_gift = false;

	/** @var list<array<string, mixed>> Whether the test mail was accepted; empty if the button was not pressed. */
	private array $results = array();

	/** Records whether the next mail of the plugin is about a gift. Each kind is, unless a module declares it as open. */
	public function expect_gift( mixed $mail, mixed $kind = '' ): mixed {
		$this->is_about_gift = ! in_array( $kind, Features::open_mails(), true );
		return $mail;
	}

	/** Records that a mail was not sent. */
	public function record( WP_Error $error ): void {
		// Remove addresses, because mail servers often repeat the address that they refused.
		$reason = (string) preg_replace( '/[^\s<>()"\']*@[^\s<>()"\']*/u', '…', $error->get_error_message() );
		$failed = array( $this->kind() => mb_substr( $reason, 0, self::REASON_CHARS ) );
		Records::change(
			self::KIND,
			self::KEY,
			static fn ( Record $now ): Record => $now->with( data: $failed + $now->data )
		);
	}

	/** Clears the failures after a mail was sent. A mail about a gift clears only the failure of mails about gifts. */
	public function clear(): void {
		$is_about_gift = self::GIFTS === $this->kind();
		// A request that sends many mails reads the record only once.
		if ( Records::read( self::KIND, self::KEY )->is_stored() ) {
			$left = static fn ( array $failed ): array => $is_about_gift ? array_diff_key(
				$failed,
				array( self::GIFTS => '' )
			) : array();
			Records::change(
				self::KIND,
				self::KEY,
				static fn ( Record $now ): ?Record => $left( $now->data ) ? $now->with( data: $left( $now->data ) ) : null
			);
		}
	}

	/** Returns why a mail could not be sent. Returns null if none failed, or if the user must not know the reason. */
	public static function reason(): ?string {
		$noted = Records::read( self::KIND, self::KEY )->data;
		return $noted[ self::OTHERS ] ?? (
			isset( $noted[ self::GIFTS ] ) && self::may_know_of_gifts() ? $noted[ self::GIFTS ] : null
		);
	}

	/** Checks whether the site could send the last mails. */
	public static function mail(): CheckResult {
		$reason = self::reason();
		if ( null === $reason ) {
			return CheckResult::good( __( 'No mail has failed', 'largesse' ), __( 'As far as this site can tell, its mails are sent. To check whether they arrive, send a test mail under Settings → Largesse.', 'largesse' ) );
		}
		return CheckResult::recommended(
			__( 'Mail does not leave this site', 'largesse' ),
			'' === $reason
				? __( 'The last mail was not accepted. Guests do not get the links to their gifts, and invited people do not get their invitations.', 'largesse' )
				/* translators: %s: what the mail server said. */
				: sprintf( __( 'The last mail was not accepted: %s Guests do not get the links to their gifts, and invited people do not get their invitations.', 'largesse' ), rtrim( $reason, '. ' ) . '.' ),
			__( 'Ask your hosting provider how to send mail, or install a plugin for SMTP. Then send yourself a test mail under Settings → Largesse.', 'largesse' )
		);
	}

	/** Checks whether recurring events are late. Single events are ignored, because they may be about someone's gift. */
	public static function cron(): CheckResult {
		$late = 0;
		foreach ( _get_cron_array() as $time => $hooks ) {
			foreach ( is_array( $hooks ) ? $hooks : array() as $hook => $events ) {
				$is_regular = str_starts_with( (string) $hook, 'largesse_' ) && array_filter( array_column( $events, 'schedule' ) );
				$late       = $is_regular ? max( $late, time() - $time ) : $late;
			}
		}
		if ( $late <= self::LATE ) {
			return CheckResult::good(
				__( 'Scheduled tasks run', 'largesse' ),
				__( 'Mails are sent, and old data of givers is erased.', 'largesse' )
			);
		}
		return CheckResult::recommended(
			__( 'Scheduled tasks do not run', 'largesse' ),
			sprintf(
				/* translators: %s: a number of hours. */
				__( 'Some have been waiting for %s hours. Mails to givers, and the erasure of their old data, are late as well.', 'largesse' ),
				Number::text( (int) floor( $late / HOUR_IN_SECONDS ) )
			),
			defined( 'DISABLE_WP_CRON' ) && DISABLE_WP_CRON
				? __( 'DISABLE_WP_CRON is set in wp-config.php, so the server must call wp-cron.php every few minutes.', 'largesse' )
				: __( 'Check that this site can call its own wp-cron.php, or let the server call it every few minutes.', 'largesse' )
		);
	}

	/**
	 * Sends a test mail to the current administrator if the button was pressed. Returns true if the site accepted the
	 * mail.
	 */
	public function test_if_requested(): bool {
		if ( ! SettingsButton::is_pressed( self::TEST ) ) {
			return false;
		}
		$reason = ConnectedSite::is_copy() ? ConnectedSite::sentence() : '';
		$note   = static function ( WP_Error $error ) use ( &$reason ): void {
			$reason = $error->get_error_message();
		};
		add_action( 'wp_mail_failed', $note );
		$is_sent = Outbox::send(
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
	public function button( string $page ): array {
		return SettingsButton::data( self::TEST, 'largesse-mail-test', $page ) + array(
			'title'   => __( 'Test the mail', 'largesse' ),
			/* translators: %s: an e-mail address. */
			'text'    => sprintf( __( 'Sends a mail to you, at %s.', 'largesse' ), wp_get_current_user()->user_email ),
			'label'   => __( 'Send a test mail', 'largesse' ),
			'url'     => '',
			'results' => $this->results,
		);
	}

	/** Returns the kind of the current mail, and resets the kind. */
	private function kind(): string {
		$kind                = $this->is_about_gift ? self::GIFTS : self::OTHERS;
		$this->is_about_gift = false;
		return $kind;
	}

	/**
	 * Checks whether the current user may know that the site failed to send a mail about a gift. Nobody is logged in
	 * during WordPress's weekly check, for example, whose result all administrators see.
	 */
	private static function may_know_of_gifts(): bool {
		if ( defined( 'WP_CLI' ) && WP_CLI ) {
			return true;
		}
		if ( ! is_user_logged_in() ) {
			return false;
		}
		foreach ( array_keys( Features::mails() ) as $sender ) {
			if ( is_subclass_of( $sender, MailSender::class ) && ! $sender::may_know_failures() ) {
				return false;
			}
		}
		return true;
	}
}
