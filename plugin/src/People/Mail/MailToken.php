<?php
declare( strict_types=1 );

namespace Largesse\People\Mail;

use Largesse\Registries\Links\SecretParameters;

/**
 * Tokens with which readers of a mail refuse further mails (rules: Mail). A token consists of the hash of the address,
 * and a proof that the site created the token. It does not contain the address.
 */
final class MailToken {

	/** Length of a hash in hexadecimal digits: 128 bits. */
	private const LETTERS = 32;

	/** @param string $key Secret key of the site. */
	public function __construct( private readonly string $key ) {}

	/** Returns the token of an address. All spellings of a mailbox have the same token. */
	public function of( string $email ): string {
		$hash = $this->hash_of( $email );
		return $hash . $this->hash( 'proof', $hash );
	}

	/** Returns the token in a parameter; '' if this site did not create it. */
	public function read( mixed $sent ): string {
		$token = SecretParameters::key( $sent, 2 * self::LETTERS );
		return '' !== $token
			&& hash_equals( $this->hash( 'proof', self::address_hash( $token ) ), substr( $token, self::LETTERS ) )
			? $token
			: '';
	}

	/** Returns the hash of an address, as its token contains it. */
	public function hash_of( string $email ): string {
		return $this->hash( 'address', MailLimits::mailbox( $email ) );
	}

	/** Returns the hash of the address in a token. */
	public static function address_hash( string $token ): string {
		return substr( $token, 0, self::LETTERS );
	}

	private function hash( string $purpose, string $text ): string {
		return substr( hash_hmac( 'sha256', "{$purpose}|{$text}", $this->key ), 0, self::LETTERS );
	}
}
