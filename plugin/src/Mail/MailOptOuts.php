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
 * Readers of a mail need no account: the mail contains a token of their address (MailToken).
 */
final class MailOptOuts {

	/** Name of the parameter with the token. */
	public const PARAMETER = SecretParameters::NO_INVITATIONS;

	/** Prefix of the options' names. A hash of the address follows. */
	public const PREFIX = 'largesse_no_mail_';

	/** Option with the key of the hashes. */
	public const KEY = 'largesse_no_mails_key';

	/** Returns the address of the page on which the mail's reader can refuse invitations. */
	public static function url( string $email ): string {
		return add_query_arg( self::PARAMETER, self::tokens()->of( $email ), home_url( '/' ) );
	}

	/** Checks whether an address refuses invitations. */
	public static function has_opted_out( string $email ): bool {
		return self::is_listed( self::tokens()->hash_of( $email ) );
	}

	/** Returns the token in a parameter; '' if this site did not create it. */
	public static function read_token( mixed $sent ): string {
		return self::tokens()->read( $sent );
	}

	/** Checks whether the address of a token refuses invitations. */
	public static function is_opted_out( string $token ): bool {
		return self::is_listed( MailToken::address_hash( $token ) );
	}

	/** Stores whether the address of a token refuses invitations. */
	public static function store( string $token, bool $is_unwanted ): void {
		$name = self::PREFIX . MailToken::address_hash( $token );
		if ( $is_unwanted ) {
			update_option( $name, '1', false );
		} else {
			delete_option( $name );
		}
	}

	private static function is_listed( string $hash ): bool {
		return '1' === get_option( self::PREFIX . $hash );
	}

	/** Returns the tokens of this site. */
	private static function tokens(): MailToken {
		$key = get_option( self::KEY );
		if ( ! is_string( $key ) || '' === $key ) {
			// If two requests create a key at once, the second request uses the stored key of the first request.
			OptionRow::add( self::KEY, bin2hex( random_bytes( 16 ) ) );
			$key = (string) get_option( self::KEY );
		}
		return new MailToken( $key );
	}
}
