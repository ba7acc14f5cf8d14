<?php
declare( strict_types=1 );

namespace Largesse\Mail;

/**
 * Remembers who does not want to be invited by mail any more: a row of the options each, named by a hash of the address
 * under a key that this list alone has (rules: Mail). New salts of the site change nothing here, or all of them would
 * be written to again.
 *
 * The token in a mail is such a hash and the proof that the site made it. Whoever has the mail needs no more, and the
 * address stands in no link.
 */
final class NeverAgain {

	/** Name of the parameter that holds a token. */
	public const PARAMETER = 'no-invitations';

	/** What names of rows begin with. uninstall.php knows it as well. */
	private const PREFIX = 'largesse_no_mail_';

	/** Option that holds the key of the list. */
	private const KEY = 'largesse_no_mails_key';

	/** Letters of a hash, in hex: 128 bits. */
	private const LETTERS = 32;

	/** Returns the address of the page on which whoever reads a mail can say that they want no more. */
	public static function url( string $email ): string {
		$hash = self::hash( 'address', MailLimits::mailbox( $email ) );
		return add_query_arg( self::PARAMETER, $hash . self::hash( 'proof', $hash ), home_url( '/' ) );
	}

	/** Checks whether an address wants no invitations. */
	public static function is_unwanted( string $email ): bool {
		return self::is_noted( self::hash( 'address', MailLimits::mailbox( $email ) ) );
	}

	/** Checks whether this site made a token. */
	public static function is_token( string $token ): bool {
		return 1 === preg_match( '/^[0-9a-f]{64}$/D', $token ) && hash_equals( self::hash( 'proof', substr( $token, 0, self::LETTERS ) ), substr( $token, self::LETTERS ) );
	}

	/** Checks whether whom a token was made for wants no invitations. */
	public static function has( string $token ): bool {
		return self::is_noted( substr( $token, 0, self::LETTERS ) );
	}

	/** Notes that whom a token was made for wants no invitations, or wants them again. */
	public static function note( string $token, bool $is_unwanted ): void {
		$name = self::PREFIX . substr( $token, 0, self::LETTERS );
		if ( $is_unwanted ) {
			update_option( $name, '1', false );
		} else {
			delete_option( $name );
		}
	}

	/** Checks whether a hash is on the list. */
	private static function is_noted( string $hash ): bool {
		return '1' === get_option( self::PREFIX . $hash );
	}

	/** Returns a keyed hash of a text. @param string $purpose What it is for. */
	private static function hash( string $purpose, string $text ): string {
		$key = get_option( self::KEY );
		if ( ! is_string( $key ) || '' === $key ) {
			// Of two requests that make one at once, the second takes what the first has stored.
			add_option( self::KEY, bin2hex( random_bytes( 16 ) ), '', false );
			$key = (string) get_option( self::KEY );
		}
		return substr( hash_hmac( 'sha256', "{$purpose}|{$text}", $key ), 0, self::LETTERS );
	}
}
