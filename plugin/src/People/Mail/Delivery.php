<?php
declare( strict_types=1 );

namespace Largesse\People\Mail;

use Largesse\Foundation\Format\StoredText;
use Largesse\Registries\Registry\ConfirmedAddress;
use Largesse\Foundation\Service\MailAddress;
use WP_User;

/**
 * Sends mails as HTML and plain text from the site's address. Uses the function of WordPress, so mail plugins work.
 * Headers ask automatic responders not to answer. All mails of the plugin are sent here, so none can exceed its limits.
 */
final class Delivery {

	/** Seconds until the next attempt to send a mail about a promise with unknown recipients. */
	private const UNKNOWN_S = 5 * MINUTE_IN_SECONDS;

	/**
	 * Sends a mail in WordPress's current language. Greets the reader by name if the address belongs to an account.
	 *
	 * @param string             $to          One e-mail address.
	 * @param string             $kind        Kind of the mail, as a module declares it.
	 * @param RecipientMailboxes $hidden_from Mailboxes to which the mail must not go, because it names a promise.
	 * @param list<string>       $headers     Headers of this kind of mail. Any user input in them must be validated.
	 * @return bool|int True if the mail was sent, or need not be sent. False if sending it failed. If a limit is
	 *                  reached, or the recipients are unknown, the number of seconds until the mail may be sent.
	 */
	public static function send(
		string $to,
		MailMessage $message,
		string $kind,
		MailLimits $limits,
		RecipientMailboxes $hidden_from,
		array $headers = array()
	): bool|int {
		$to = MailAddress::of( $to );
		if ( '' !== $to && ! $hidden_from->are_known() ) {
			return self::UNKNOWN_S;
		}
		if ( '' === $to || $hidden_from->contain( $to ) ) {
			return true;
		}
		$reader = get_user_by( 'email', $to );
		$message->greet(
			$reader && '' !== ConfirmedAddress::of( $reader ) ? MailText::safe_line( $reader->display_name ) : ''
		);
		$mail = array(
			'subject' => self::one_line( $message->subject ),
			'text'    => $message->text(),
			'html'    => $message->html(),
		);
		/**
		 * Filters a mail before it is sent; an empty array cancels it.
		 *
		 * @param array{subject: string, text: string, html: string}|array{} $mail The mail.
		 * @param string                                                     $kind Kind of the mail; docs/data-protection.md
		 *         (Mails) lists all kinds.
		 */
		$mail = apply_filters( 'largesse_mail', $mail, $kind );
		if ( ! is_array( $mail ) || ! isset( $mail['subject'], $mail['text'], $mail['html'] ) ) {
			return true;
		}
		$wait = $limits->take( $to );
		if ( $wait > 0 ) {
			return $wait;
		}
		$is_sent = self::pass_on( $to, $mail, $headers );
		if ( ! $is_sent ) {
			$limits->give_back( $to );
		}
		return $is_sent;
	}

	/**
	 * Sends a member's invitation to a registry or circle (`$place`). Replies go to the member. Returns the same as
	 * `send()`.
	 *
	 * @param string                          $locale Language of the mail if the address has no account.
	 * @param callable( string ): MailMessage $write  Writes the mail. Gets the address at which the recipient can refuse
	 *                                                further mails.
	 */
	public static function invite(
		WP_User $host,
		string $to,
		int|string $place,
		string $kind,
		string $locale,
		callable $write
	): bool|int {
		$limits = MailLimits::invitation( $place, $host->ID );
		$wait   = $limits->seconds_to_wait( $to );
		// If the recipient has opted out, behave as if the mail server had refused the mail: the queue tries again
		// later. Otherwise, the member could see who has opted out.
		if ( $wait > 0 || MailOptOuts::has_opted_out( $to ) ) {
			return $wait > 0 ? $wait : false;
		}
		$never   = OptOutPage::url( $to );
		$headers = array( "List-Unsubscribe: <{$never}>" );
		if ( '' !== MailAddress::of( $host->user_email ) ) {
			$headers[] = "Reply-To: {$host->user_email}";
		}
		$reader = get_user_by( 'email', $to );
		return MailLanguage::run_in(
			$reader ? get_user_locale( $reader ) : $locale,
			static fn (): bool|int => self::send( $to, $write( $never ), $kind, $limits, RecipientMailboxes::none(), $headers )
		);
	}

	/** @param array{subject: string, text: string, html: string} $mail */
	private static function pass_on( string $to, array $mail, array $headers ): bool {
		$add_text = static function ( object $mailer ) use ( $mail ): void {
			// PHPMailer encodes a line feed alone as "=0A", so the whole text would be one line of the source (RFC 2045, 6.7).
			$mailer->Body     = (string) preg_replace( '/\r\n?|\n/', "\r\n", $mailer->Body ); // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- PHPMailer's name.
			$mailer->AltBody  = (string) preg_replace( '/\r\n?|\n/', "\r\n", $mail['text'] ); // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- PHPMailer's name.
			$mailer->Encoding = 'quoted-printable'; // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- PHPMailer's name.
		};
		$name     = static fn ( mixed $name ): mixed => 'WordPress' === $name ? self::site() : $name;
		$sent     = array(
			'Content-Type: text/html; charset=UTF-8',
			'Auto-Submitted: auto-generated',
			'X-Auto-Response-Suppress: All',
			...$headers,
		);
		add_action( 'phpmailer_init', $add_text );
		// This filter runs before the filters of other plugins, so other plugins can still change the name.
		add_filter( 'wp_mail_from_name', $name, 5 );
		// WordPress would replace emoji with pictures, which mail programs would load from wordpress.org.
		$replaces_emoji = remove_filter( 'wp_mail', 'wp_staticize_emoji_for_email' );
		try {
			return Outbox::send( $to, self::one_line( (string) $mail['subject'] ), (string) $mail['html'], $sent );
		} finally {
			remove_action( 'phpmailer_init', $add_text );
			remove_filter( 'wp_mail_from_name', $name, 5 );
			if ( $replaces_emoji ) {
				add_filter( 'wp_mail', 'wp_staticize_emoji_for_email' );
			}
		}
	}

	/** Returns the name of the site as plain text. */
	public static function site(): string {
		$name = self::one_line( wp_specialchars_decode( (string) get_option( 'blogname' ), ENT_QUOTES ) );
		return '' === $name ? (string) wp_parse_url( home_url(), PHP_URL_HOST ) : $name;
	}

	/** Returns text on one line, so that it cannot begin another header. */
	public static function one_line( string $text ): string {
		return StoredText::one_line( $text );
	}
}
