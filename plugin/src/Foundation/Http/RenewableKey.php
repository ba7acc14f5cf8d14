<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use Closure;

/**
 * Renewable key of a link (rules: Invitations). The key is computed from a stored random number and the site's salts. A
 * copy of the database alone therefore opens nothing.
 */
final class RenewableKey {

	/** Length of the random number in bytes. */
	private const BYTES = 16;

	/**
	 * @param string $purpose Purpose of the key. Each kind of key has its own purpose.
	 * @param string $subject Identifier of the thing that the link opens.
	 * @param string $stored  Result of `create`; an empty text if there is no link.
	 * @param Closure(string): string $hash Hashes a text with the site's salts.
	 */
	public function __construct(
		private readonly string $purpose,
		private readonly string $subject,
		private readonly string $stored,
		private readonly Closure $hash
	) {}

	/**
	 * Returns the text to store for a new key: a random number, a hyphen, and a mark that detects changed salts.
	 *
	 * @param Closure(string): string $hash As for the constructor.
	 */
	public static function create( string $purpose, string $subject, Closure $hash ): string {
		$nonce = bin2hex( random_bytes( self::BYTES ) );
		return "{$nonce}-" . ( new self( $purpose, $subject, '', $hash ) )->mark( $nonce );
	}

	/** Returns the key; null if there is none, or if the site's salts have changed. */
	public function value(): ?string {
		list( $nonce, $mark ) = explode( '-', $this->stored ) + array( '', '' );
		return '' !== $nonce && hash_equals( $this->mark( $nonce ), $mark )
			? ( $this->hash )( "{$this->purpose}|{$this->subject}|{$nonce}" )
			: null;
	}

	/** Checks whether a key equals this key. The check takes the same time if there is no valid key. */
	public function matches( string $key ): bool {
		$real = $this->value();
		return hash_equals( $real ?? ( $this->hash )( "{$this->purpose}|none" ), $key ) && null !== $real;
	}

	/** Returns a hash that detects changed salts of the site. The hash does not reveal the key. */
	private function mark( string $nonce ): string {
		return ( $this->hash )( "{$this->purpose}-mark|{$this->subject}|{$nonce}" );
	}
}
