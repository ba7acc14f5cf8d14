<?php
declare( strict_types=1 );

namespace Largesse\Http;

/**
 * Computes what only this site can: keys and signatures that cannot be forged, and names from which nobody can tell what
 * they stand for. New salts make all of them invalid.
 */
final class KeyedHash {

	/** Returns the hash of a text, which begins with what it is for: 128 bits, in hex. */
	public static function of( string $text ): string {
		return substr( hash_hmac( 'sha256', $text, wp_salt( 'auth' ) ), 0, 32 );
	}
}
