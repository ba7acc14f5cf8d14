<?php
declare( strict_types=1 );

namespace Largesse\Updates;

/**
 * List of checksums with its signature. `npm run sign` writes both. The signature has OpenSSH's format
 * (docs/releasing.md).
 */
final class SignedChecksums {

	/** Namespace of the signatures (`ssh-keygen -n`). tools/release/signature.ts has the same value. */
	private const PURPOSE = 'largesse-release';

	private const SIGNATURE_BYTES = 64;

	/**
	 * @param string $checksums  Lines with the SHA-256 of a file in lower-case hex, two spaces and the name of the file.
	 * @param string $signature  Signature of the list.
	 * @param string $public_key Public key of the releases, as a line for OpenSSH.
	 */
	public function __construct(
		private readonly string $checksums,
		private readonly string $signature,
		private readonly string $public_key
	) {}

	/** Returns the SHA-256 of a file in lower-case hex; null if the signature is wrong or the list lacks the file. */
	public function sha256_of( string $file ): ?string {
		$found = preg_match( '/^([0-9a-f]{64})  ' . preg_quote( $file, '/' ) . '$/m', $this->checksums, $match );
		return $found && $this->is_signed() ? $match[1] : null;
	}

	/** Checks the header of the signature, and verifies the Ed25519 signature after the header. */
	private function is_signed(): bool {
		$key       = (string) base64_decode( explode( ' ', trim( $this->public_key ) )[1] ?? '', true ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- OpenSSH encodes keys and signatures this way.
		$signature = (string) base64_decode( preg_replace( '/^-+(?:BEGIN|END) SSH SIGNATURE-+$|\s/m', '', $this->signature ), true ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- OpenSSH encodes keys and signatures this way.
		$message   = self::field( self::PURPOSE ) . self::field( '' ) . self::field( 'sha512' );
		$envelope  = 'SSHSIG' . pack( 'N', 1 ) . self::field( $key ) . $message;
		$algorithm = self::field( 'ssh-ed25519' );
		$inner     = $algorithm . pack( 'N', self::SIGNATURE_BYTES );
		$envelope .= pack( 'N', strlen( $inner ) + self::SIGNATURE_BYTES ) . $inner;
		$raw_key   = substr( $key, strlen( $algorithm ) + 4 );
		if ( $key !== $algorithm . self::field( $raw_key ) || SODIUM_CRYPTO_SIGN_PUBLICKEYBYTES !== strlen( $raw_key ) ) {
			return false;
		}
		$bytes = substr( $signature, strlen( $envelope ) );
		return $envelope . $bytes === $signature && self::SIGNATURE_BYTES === strlen( $bytes )
			&& sodium_crypto_sign_verify_detached( $bytes, 'SSHSIG' . $message . self::field( hash( 'sha512', $this->checksums, true ) ), $raw_key );
	}

	/** Encodes a string of the SSH protocol: its length in four bytes, then its bytes (RFC 4251, 5). */
	private static function field( string $value ): string {
		return pack( 'N', strlen( $value ) ) . $value;
	}
}
