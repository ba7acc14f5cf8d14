<?php
declare( strict_types=1 );

namespace Largesse\Mail;

use Largesse\Format\Utf8;
use Throwable;

/**
 * Hands a mail to WordPress, with both of its parts. It goes out under the site's address, whatever plugin for mail the
 * site has, and asks programs that answer by themselves not to.
 */
final class Delivery {

	/**
	 * Sends a mail in the language that WordPress speaks now.
	 *
	 * @param string       $to      One address.
	 * @param string       $kind    What it is about; a constant of QueuedMail.
	 * @param list<string> $headers Headers that only this kind has; nothing in them is as somebody typed it.
	 * @return bool Whether it left, or is not wanted.
	 */
	public static function send( string $to, Letter $letter, string $kind, array $headers = array() ): bool {
		if ( ! is_email( $to ) ) {
			return true;
		}
		$mail = array(
			'subject' => self::one_line( $letter->subject ),
			'text'    => $letter->text(),
			'html'    => $letter->html(),
		);
		/**
		 * Filters a mail before it is sent.
		 *
		 * @param array{subject: string, text: string, html: string}|array{} $mail What it says; an empty array sends nothing.
		 * @param string                                                     $kind `given`, `gone`, `revealed` or `invited`.
		 */
		$mail = apply_filters( 'largesse_mail', $mail, $kind );
		if ( ! is_array( $mail ) || ! isset( $mail['subject'], $mail['text'], $mail['html'] ) ) {
			return true;
		}
		$add_text = static function ( object $mailer ) use ( $mail ): void {
			$mailer->AltBody  = $mail['text']; // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- PHPMailer's name.
			$mailer->Encoding = 'quoted-printable'; // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- PHPMailer's name.
		};
		$name     = static fn ( mixed $name ): mixed => 'WordPress' === $name ? self::site() : $name;
		$sent     = array( 'Content-Type: text/html; charset=UTF-8', 'Auto-Submitted: auto-generated', 'X-Auto-Response-Suppress: All', ...$headers );
		add_action( 'phpmailer_init', $add_text );
		// Before those of other plugins, which know better.
		add_filter( 'wp_mail_from_name', $name, 5 );
		try {
			// As an array: WordPress takes a text with a comma for several addresses.
			return (bool) wp_mail( array( $to ), self::one_line( (string) $mail['subject'] ), (string) $mail['html'], $sent );
		} catch ( Throwable ) {
			return false;
		} finally {
			remove_action( 'phpmailer_init', $add_text );
			remove_filter( 'wp_mail_from_name', $name, 5 );
		}
	}

	/** Returns the name of the site as plain text. */
	public static function site(): string {
		$name = self::one_line( wp_specialchars_decode( (string) get_option( 'blogname' ), ENT_QUOTES ) );
		return '' === $name ? (string) wp_parse_url( home_url(), PHP_URL_HOST ) : $name;
	}

	/** Returns text without what could begin another line of a header. */
	public static function one_line( string $text ): string {
		return trim( (string) preg_replace( '/[\p{Cc}\p{Zl}\p{Zp}\s]+/u', ' ', Utf8::clean( $text ) ) );
	}
}
