<?php
declare( strict_types=1 );

namespace Largesse\People\Mail;

use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;

/**
 * Stores which addresses refuse invitations by mail (rules: Mail). Each address has its own record. The key of the
 * record is a hash of the address. The key of the hashes is stored, too. If the site's salts were the key, all entries
 * would become useless when the salts change. Readers of a mail refuse invitations on OptOutPage.
 */
final class MailOptOuts {

	/** Kinds of the records of addresses, and of the record with the key of the hashes. */
	public const KIND = 'no_mails';
	public const KEY  = 'no_mails_key';

	/** Checks whether an address refuses invitations. */
	public static function has_opted_out( string $email ): bool {
		return self::is_listed( self::tokens()->hash_of( $email ) );
	}

	/** Returns the token of an address (MailToken). */
	public static function token( string $email ): string {
		return self::tokens()->of( $email );
	}

	/** Checks whether the address of a token refuses invitations. */
	public static function is_stored( string $token ): bool {
		return self::is_listed( MailToken::address_hash( $token ) );
	}

	/** Returns the token in a parameter; '' if this site did not create it. */
	public static function read_token( mixed $sent ): string {
		return self::tokens()->read( $sent );
	}

	/** Stores whether the address of a token refuses invitations. */
	public static function store( string $token, bool $is_unwanted ): void {
		Records::change(
			self::KIND,
			MailToken::address_hash( $token ),
			static fn ( Record $now ): ?Record => $is_unwanted ? $now->with( data: array( true ) ) : null
		);
	}

	private static function is_listed( string $hash ): bool {
		return Records::read( self::KIND, $hash )->is_stored();
	}

	private static function tokens(): MailToken {
		$key = Records::read( self::KEY, 'key' );
		if ( ! $key->is_stored() ) {
			Records::change(
				self::KEY,
				'key',
				static fn ( Record $now ): Record => $now->is_stored()
					? $now
					: $now->with( data: array( bin2hex( random_bytes( 16 ) ) ) )
			);
			$key = Records::read( self::KEY, 'key' );
		}
		return new MailToken( $key->data[0] ?? '' );
	}
}
