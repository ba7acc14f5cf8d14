<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use Largesse\Http\KeyedHash;
use SodiumException;

/**
 * Encrypts secrets of draws with a key from the site's secret, so that administrators do not read them in options,
 * exports and backups of the database. Somebody who has both the database and the secret (wp-config.php) can decrypt
 * them. If the salts change, the secrets become unreadable.
 */
final class Sealing {

	/** Length of a nonce in bytes. */
	private const NONCE = SODIUM_CRYPTO_AEAD_XCHACHA20POLY1305_IETF_NPUBBYTES;

	/**
	 * Encrypts a text; its length is visible.
	 *
	 * @param string $place Place where the text is stored. The text can be decrypted only with the same place. So somebody who can write to the database cannot move it to another draw, such as their own.
	 */
	public static function seal( string $text, string $place ): string {
		$nonce = random_bytes( self::NONCE );
		// Uses hexadecimal digits. In base64, JSON would escape a random number of slashes, so that the length would vary.
		return bin2hex( $nonce . sodium_crypto_aead_xchacha20poly1305_ietf_encrypt( $text, $place, $nonce, self::key() ) );
	}

	/** Decrypts a text; null if the secret of the site has changed, or if the text is from another place. */
	public static function open( string $sealed, string $place ): ?string {
		$bytes = 0 === strlen( $sealed ) % 2 && ctype_xdigit( $sealed ) ? (string) hex2bin( $sealed ) : '';
		if ( strlen( $bytes ) <= self::NONCE ) {
			return null;
		}
		try {
			$text = sodium_crypto_aead_xchacha20poly1305_ietf_decrypt( substr( $bytes, self::NONCE ), $place, substr( $bytes, 0, self::NONCE ), self::key() );
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
