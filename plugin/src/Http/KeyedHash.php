<?php
declare( strict_types=1 );

namespace Largesse\Http;

/**
 * Computes hashes with the site's secret: keys and signatures that cannot be forged, and names that reveal nothing. New
 * salts invalidate all of them.
 */
final class KeyedHash {

	/** Returns the hash of a text, which must begin with its purpose: 128 bits, in hex. */
	public static function of( string $text ): string {
		return substr( hash_hmac( 'sha256', $text, wp_salt( 'auth' ) ), 0, 32 );
	}
}
