<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Service;

/**
 * Signs requests to the service with the site's key, so that the service need not ask this site who calls while a page
 * waits (rules: Signed requests). The cases `signatures` of `contract/rule-cases.json` check both sides.
 */
final class SiteSignature {

	/** Header with the time, the digest of the body, and the signature. */
	public const HEADER = 'Largesse-Signature';

	/** Header with what the site says about itself, as JSON in ASCII. */
	public const STATEMENT = 'Largesse-Site';

	/** Header of answers: how the service treats the signature. */
	public const OUTCOME = 'site-signature';

	/** Minimum length of a key in bytes. */
	public const MIN_KEY_BYTES = 32;

	/**
	 * Returns the headers of a signed request.
	 *
	 * @param int    $time      Unix, in seconds.
	 * @param string $address   Path and query, without the base URL, as they are sent.
	 * @param string $body      Body as it is sent; empty for none.
	 * @param string $statement JSON in ASCII, without line breaks.
	 * @return array<string, string>
	 */
	public static function headers(
		string $key,
		int $time,
		string $method,
		string $address,
		string $body,
		string $statement
	): array {
		$digest = hash( 'sha256', $body );
		$text   = implode( "\n", array( 'largesse-1', $time, $method, $address, $digest, $statement ) );
		return array(
			self::STATEMENT => $statement,
			self::HEADER    => "t={$time},body={$digest},v1=" . hash_hmac( 'sha256', $text, $key ),
		);
	}
}
