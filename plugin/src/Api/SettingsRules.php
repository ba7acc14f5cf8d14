<?php
/**
 * What the settings of the API's client may hold.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Api;

/**
 * The rules of the settings, the same for what is typed and for what the environment holds.
 */
final class SettingsRules {

	/** Most characters of a value. */
	private const MAX_LENGTH = 1000;

	/**
	 * The rule that a value breaks, as a sentence without the value; null where it breaks none. Nothing at all is
	 * always right: then the setting is not set.
	 *
	 * @param string $name  One of the constants of Settings.
	 * @param string $value The value, trimmed.
	 */
	public static function broken( string $name, string $value ): ?string {
		if ( '' === $value ) {
			return null;
		}
		if ( 1 !== preg_match( '/^\P{Cc}*$/Du', $value ) ) {
			return __( 'It must not contain control characters such as line breaks.', 'largesse' );
		}
		if ( mb_strlen( $value ) > self::MAX_LENGTH ) {
			/* translators: %d: a number of characters. */
			return sprintf( __( 'It must not be longer than %d characters.', 'largesse' ), self::MAX_LENGTH );
		}
		return match ( $name ) {
			Settings::BASE_URL      => self::broken_address( $value ),
			Settings::GATEWAY_KEY   => self::broken_key( $value ),
			Settings::USERNAME      => self::broken_username( $value ),
			Settings::CACHE_SECONDS => self::broken_seconds( $value ),
			default                 => null,
		};
	}

	/**
	 * An address without the user name and the password that it may hold: a password may hold slashes, and whatever
	 * else ends the part of an address in which it stands.
	 *
	 * @param string $address The address.
	 */
	public static function without_user( string $address ): string {
		return (string) preg_replace( '~^([a-z][a-z0-9+.-]*:/+|/+)?.*@~is', '$1', $address );
	}

	/**
	 * The rule that an address breaks.
	 *
	 * @param string $value The address.
	 */
	private static function broken_address( string $value ): ?string {
		// Anywhere: behind a slash in a password it would look like a part of the path.
		if ( str_contains( $value, '@' ) ) {
			return __( 'It must not contain a user name or a password; they have fields of their own.', 'largesse' );
		}
		$parts = wp_parse_url( $value );
		if ( ! is_array( $parts ) || ! in_array( strtolower( $parts['scheme'] ?? '' ), array( 'http', 'https' ), true ) || '' === ( $parts['host'] ?? '' ) ) {
			return __( 'It must be a whole address that begins with https:// or http://.', 'largesse' );
		}
		if ( strpbrk( $value, '?#' ) ) {
			return __( 'It must not contain a query or a fragment, that is, no ? and no #.', 'largesse' );
		}
		if ( preg_match( '/[\s<>"\\\\^`{|}]/u', $value ) ) {
			return __( 'It contains characters that an address cannot have, such as spaces, quotes or angle brackets.', 'largesse' );
		}
		return null;
	}

	/**
	 * The rule that a gateway key breaks: it travels in a header.
	 *
	 * @param string $value The key.
	 */
	private static function broken_key( string $value ): ?string {
		return preg_match( '/^[\x20-\x7e]+$/D', $value ) ? null : __( 'It must be made of ASCII characters.', 'largesse' );
	}

	/**
	 * The rule that a user name breaks: in HTTP Basic authentication the colon ends it.
	 *
	 * @param string $value The user name.
	 */
	private static function broken_username( string $value ): ?string {
		return str_contains( $value, ':' ) ? __( 'It must not contain a colon.', 'largesse' ) : null;
	}

	/**
	 * The rule that the seconds break.
	 *
	 * @param string $value The seconds.
	 */
	private static function broken_seconds( string $value ): ?string {
		if ( ctype_digit( $value ) && strlen( $value ) < 4 && (int) $value <= Settings::MAX_CACHE_SECONDS ) {
			return null;
		}
		/* translators: %d: a number of seconds. */
		return sprintf( __( 'It must be a whole number from 0 to %d.', 'largesse' ), Settings::MAX_CACHE_SECONDS );
	}
}
