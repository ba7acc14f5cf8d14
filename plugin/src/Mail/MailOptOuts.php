<?php
declare( strict_types=1 );

namespace Largesse\Mail;

use Largesse\Links\SecretParameters;
use Largesse\OptionRow;

/**
 * Stores which addresses refuse invitations by mail (rules: Mail). Each address has its own option. The option's name
 * contains a hash of the address. The key of the hashes is stored, too. If the site's salts were the key, all entries
 * would become useless when the salts change.
 *
 * The token in a mail consists of the address's hash, and a proof that the site created the token. Readers of the mail
 * need no account, and the link does not contain the address.
 */
final class MailOptOuts {

	/** Name of the parameter with the token. */
	public const PARAMETER = SecretParameters::NO_INVITATIONS;

	/** Prefix of the options' names. A hash of the address follows. */
	public const PREFIX = 'largesse_no_mail_';

	/** Option with the key of the hashes. */
	public const KEY = 'largesse_no_mails_key';

	/** Length of a hash in hexadecimal digits: 128 bits. */
	private const LETTERS = 32;

	/** Returns the address of the page on which the mail's reader can refuse invitations. */
	public static function url( string $email ): string {
		$hash = self::hash( 'address', MailLimits::mailbox( $email ) );
		return add_query_arg( self::PARAMETER, $hash . self::hash( 'proof', $hash ), home_url( '/' ) );
	}

	/** Checks whether an address refuses invitations. */
	public static function has_opted_out( string $email ): bool {
		return self::is_listed( self::hash( 'address', MailLimits::mailbox( $email ) ) );
	}

	/** Returns the token in a parameter; '' if this site did not create it. */
	public static function read_token( mixed $sent ): string {
		$token = SecretParameters::key( $sent, 2 * self::LETTERS );
		return '' !== $token && hash_equals( self::hash( 'proof', substr( $token, 0, self::LETTERS ) ), substr( $token, self::LETTERS ) ) ? $token : '';
	}

	/** Checks whether the address of a token refuses invitations. */
	public static function is_opted_out( string $token ): bool {
		return self::is_listed( substr( $token, 0, self::LETTERS ) );
	}

	/** Stores whether the address of a token refuses invitations. */
	public static function store( string $token, bool $is_unwanted ): void {
		$name = self::PREFIX . substr( $token, 0, self::LETTERS );
		if ( $is_unwanted ) {
			update_option( $name, '1', false );
		} else {
			delete_option( $name );
		}
	}

	private static function is_listed( string $hash ): bool {
		return '1' === get_option( self::PREFIX . $hash );
	}

	/** Returns a keyed hash of a text. @param string $purpose Purpose of the hash. */
	private static function hash( string $purpose, string $text ): string {
		$key = get_option( self::KEY );
		if ( ! is_string( $key ) || '' === $key ) {
			// If two requests create a key at once, the second request uses the stored key of the first request.
			OptionRow::add( self::KEY, bin2hex( random_bytes( 16 ) ) );
			$key = (string) get_option( self::KEY );
		}
		return substr( hash_hmac( 'sha256', "{$purpose}|{$text}", $key ), 0, self::LETTERS );
	}
}
