<?php
declare( strict_types=1 );

namespace Largesse\Together\Shares;

/**
 * A share that a guest has not confirmed yet. The link in the mail to the guest contains its data, so the site stores
 * nothing until the guest confirms the address (rules: Shares on the site).
 */
final class UnconfirmedShare {

	/** Seconds in which a guest can confirm. */
	public const LIFETIME = 2 * 86_400;

	/**
	 * @param string $person Name of the guest; may be empty.
	 * @param string $locale Language of the guest.
	 * @param int    $until  Time after which the guest cannot confirm (Unix, in seconds).
	 * @param string $way    How the guest has opened the list (WayIn); may be empty.
	 */
	public function __construct(
		public readonly int $item,
		public readonly float $amount,
		public readonly string $person,
		public readonly string $email,
		public readonly string $locale,
		public readonly int $until,
		public readonly string $way = ''
	) {}

	/** Reads the text from `text()`; null for ''. Callers know that the site has written the text. */
	public static function of( string $text ): ?self {
		return '' === $text ? null : new self( ...(array) json_decode( (string) hex2bin( $text ), true ) );
	}

	/** Returns the data as a text for an address: letters and digits. */
	public function text(): string {
		$values = array_values( get_object_vars( $this ) );
		// phpcs:ignore WordPress.WP.AlternativeFunctions.json_encode_json_encode -- All texts are valid UTF-8.
		return bin2hex( json_encode( $values, JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR ) );
	}
}
