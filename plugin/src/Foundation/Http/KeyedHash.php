<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

/** Computes hashes with the site's salts, for keys, signatures and secret names. Changed salts make them invalid. */
final class KeyedHash {

	/** Returns the hash of a text: 128 bits, in hex. The text must begin with the purpose of the hash. */
	public static function of( string $text ): string {
		return substr( hash_hmac( 'sha256', $text, wp_salt( 'auth' ) ), 0, 32 );
	}
}
