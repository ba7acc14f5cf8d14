<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use Largesse\Http\KeyedHash;
use SodiumException;

/**
 * Encrypts data of draws with a key from the site's secret (wp-config.php). So administrators do not see the data in
 * options, exports and backups of the database. Anyone who has both the database and the site's secret can decrypt the
 * data. If the secret changes, the data becomes unreadable.
 */
final class DrawEncryption {

	/** Length of a nonce in bytes. */
	private const NONCE = SODIUM_CRYPTO_AEAD_XCHACHA20POLY1305_IETF_NPUBBYTES;

	/**
	 * Encrypts a text. The length of the text stays visible. `decrypt()` decrypts the text only with the same `$place`. So
	 * nobody with access to the database can move the text to another draw, such as their own draw.
	 *
	 * @param string $place Identifies the draw, or the kind of mail, that contains the text.
	 */
	public static function encrypt( string $text, string $place ): string {
		$nonce = random_bytes( self::NONCE );
		// Uses hexadecimal digits, because JSON would escape a random number of slashes in base64. Then the length
		// would vary.
		return bin2hex( $nonce . sodium_crypto_aead_xchacha20poly1305_ietf_encrypt( $text, $place, $nonce, self::key() ) );
	}

	/** Decrypts a text; null if the site's secret has changed, or if the text was encrypted with another `$place`. */
	public static function decrypt( string $sealed, string $place ): ?string {
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
