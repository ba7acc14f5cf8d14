<?php
declare( strict_types=1 );

namespace Largesse\Service;

use Largesse\Format\WebAddress;

/** Rules of the settings, both for typed values and for the environment. */
final class SettingsRules {

	/** Maximum number of characters of a value. */
	private const MAX_LENGTH = 1000;

	/**
	 * Returns the rule that a value breaks, as a sentence; null for a valid value. The sentence does not contain the
	 * value. An empty value is always valid: the setting is then not set.
	 *
	 * @param string $name  One of the constants of Settings.
	 * @param string $value The value, trimmed.
	 */
	public static function problem( string $name, string $value ): ?string {
		$is_address = Settings::BASE_URL === $name;
		return match ( true ) {
			'' === $value                                => null,
			1 !== preg_match( '/^\P{Cc}*$/Du', $value )  => __( 'It must not contain control characters such as line breaks.', 'largesse' ),
			/* translators: %d: a number of characters. */
			mb_strlen( $value ) > self::MAX_LENGTH       => sprintf( __( 'It must not be longer than %d characters.', 'largesse' ), self::MAX_LENGTH ),
			// Search the whole address for "@". A password may contain a slash, and the "@" after such a password looks
			// like a part of the path.
			$is_address && str_contains( $value, '@' )   => __( 'It must not contain a user name or a password; these have their own fields.', 'largesse' ),
			$is_address && 0 !== preg_match( '/[\s<>"\\\\^`{|}]/u', $value ) => __( 'It contains characters that an address cannot have, such as spaces, quotes or angle brackets.', 'largesse' ),
			$is_address && '' === WebAddress::of( $value ) => __( 'It must be a complete address that begins with https:// or http://.', 'largesse' ),
			$is_address && strpbrk( $value, '?#' )       => __( 'It must not contain a query or a fragment, that is, no ? and no #.', 'largesse' ),
			// The key is sent in an HTTP header, which can contain only ASCII characters.
			Settings::GATEWAY_KEY === $name && 1 !== preg_match( '/^[\x20-\x7e]+$/D', $value ) => __( 'It must be made of ASCII characters.', 'largesse' ),
			// In HTTP Basic authentication, a colon ends the user name.
			Settings::USERNAME === $name && str_contains( $value, ':' ) => __( 'It must not contain a colon.', 'largesse' ),
			default                                      => null,
		};
	}

	/**
	 * Removes user name and password from an address. The password may contain a slash, although a valid address must
	 * encode a slash there.
	 */
	public static function without_user( string $address ): string {
		return (string) preg_replace( '~^([a-z][a-z0-9+.-]*:/+|/+)?.*@~is', '$1', $address );
	}
}
