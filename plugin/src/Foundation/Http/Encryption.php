<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

/** Encrypts texts with keys from the site's secret (wp-config.php). Changed salts make the texts unreadable. */
final class Encryption {

	private const NONCE = SODIUM_CRYPTO_AEAD_XCHACHA20POLY1305_IETF_NPUBBYTES;

	/**
	 * Encrypts a text.
	 *
	 * @param string $purpose Contents of the text; each purpose has its own key.
	 * @param string $place   Text without which nobody can decrypt the result, so that nobody can move it to another
	 *         place.
	 * @return string Hexadecimal digits. Their number depends only on the length of the text: in base64, JSON would escape
	 *         a random number of slashes.
	 */
	public static function encrypt( string $text, string $purpose, string $place ): string {
		$nonce = random_bytes( self::NONCE );
		return bin2hex(
			$nonce . sodium_crypto_aead_xchacha20poly1305_ietf_encrypt( $text, $place, $nonce, self::key( $purpose ) )
		);
	}

	/** Decrypts the result of `encrypt()`. Returns null if the salts or the place differ, or if the result is damaged. */
	public static function decrypt( string $encrypted, string $purpose, string $place ): ?string {
		$bytes = ctype_xdigit( $encrypted ) && 0 === strlen( $encrypted ) % 2 ? (string) hex2bin( $encrypted ) : '';
		$text  = strlen( $bytes ) < self::NONCE
			? false
			: sodium_crypto_aead_xchacha20poly1305_ietf_decrypt(
				substr( $bytes, self::NONCE ),
				$place,
				substr( $bytes, 0, self::NONCE ),
				self::key( $purpose )
			);
		return false === $text ? null : $text;
	}

	private static function key( string $purpose ): string {
		return KeyedHash::of( "key of {$purpose}" );
	}
}
