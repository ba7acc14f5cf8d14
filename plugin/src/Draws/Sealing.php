<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use Largesse\Http\KeyedHash;
use SodiumException;

/**
 * Encrypts secrets of draws with a key from the site's secret, so that administrators do not read them in options, exports
 * and backups of the database. Somebody who has both the database and the secret (wp-config.php) can decrypt them. New
 * salts make them unreadable.
 */
final class Sealing {

	/** Encrypts a text; its length is visible. */
	public static function seal( string $text ): string {
		$nonce = random_bytes( SODIUM_CRYPTO_SECRETBOX_NONCEBYTES );
		// In base64, JSON would escape a random number of slashes.
		return bin2hex( $nonce . sodium_crypto_secretbox( $text, $nonce, self::key() ) );
	}

	/** Decrypts a text; null if the secret of the site has changed. */
	public static function open( string $sealed ): ?string {
		$bytes = 0 === strlen( $sealed ) % 2 && ctype_xdigit( $sealed ) ? (string) hex2bin( $sealed ) : '';
		if ( strlen( $bytes ) <= SODIUM_CRYPTO_SECRETBOX_NONCEBYTES ) {
			return null;
		}
		try {
			$text = sodium_crypto_secretbox_open( substr( $bytes, SODIUM_CRYPTO_SECRETBOX_NONCEBYTES ), substr( $bytes, 0, SODIUM_CRYPTO_SECRETBOX_NONCEBYTES ), self::key() );
			return false === $text ? null : $text;
		} catch ( SodiumException ) {
			return null;
		}
	}

	/** Returns the key: 32 characters. */
	private static function key(): string {
		return KeyedHash::of( 'key of draws' );
	}
}
