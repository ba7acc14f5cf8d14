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
		$rules = '' === $value ? array() : array( ...self::for_all( $value ), ...self::for_one( $name, $value ) );
		foreach ( $rules as list( $is_kept, $rule ) ) {
			if ( ! $is_kept ) {
				return $rule;
			}
		}
		return null;
	}

	/**
	 * Removes user name and password from an address. The password may contain a slash, although a valid address must
	 * encode a slash there.
	 */
	public static function without_user( string $address ): string {
		return (string) preg_replace( '~^([a-z][a-z0-9+.-]*:/+|/+)?.*@~is', '$1', $address );
	}

	/**
	 * Applies the rules that all settings share.
	 *
	 * @return list<array{0: bool, 1: string}> Pairs: whether the value obeys a rule, and the text of the rule.
	 */
	private static function for_all( string $value ): array {
		return array(
			array( 1 === preg_match( '/^\P{Cc}*$/Du', $value ), __( 'It must not contain control characters such as line breaks.', 'largesse' ) ),
			/* translators: %d: a number of characters. */
			array( mb_strlen( $value ) <= self::MAX_LENGTH, sprintf( __( 'It must not be longer than %d characters.', 'largesse' ), self::MAX_LENGTH ) ),
		);
	}

	/**
	 * Applies the rules of one setting.
	 *
	 * @return list<array{0: bool, 1: string}> Pairs: whether the value obeys a rule, and the text of the rule.
	 */
	private static function for_one( string $name, string $value ): array {
		return match ( $name ) {
			Settings::BASE_URL      => self::for_address( $value ),
			// The key is sent in an HTTP header, which can contain only ASCII characters.
			Settings::GATEWAY_KEY   => array( array( 1 === preg_match( '/^[\x20-\x7e]+$/D', $value ), __( 'It must be made of ASCII characters.', 'largesse' ) ) ),
			// In HTTP Basic authentication, a colon ends the user name.
			Settings::USERNAME      => array( array( ! str_contains( $value, ':' ), __( 'It must not contain a colon.', 'largesse' ) ) ),
			default                 => array(),
		};
	}

	/**
	 * Applies the rules of an address.
	 *
	 * @return list<array{0: bool, 1: string}> Pairs: whether the value obeys a rule, and the text of the rule.
	 */
	private static function for_address( string $value ): array {
		return array(
			// Search the whole address for "@". A password may contain a slash, and the "@" after such a password looks
			// like a part of the path.
			array( ! str_contains( $value, '@' ), __( 'It must not contain a user name or a password; these have their own fields.', 'largesse' ) ),
			array( ! preg_match( '/[\s<>"\\\\^`{|}]/u', $value ), __( 'It contains characters that an address cannot have, such as spaces, quotes or angle brackets.', 'largesse' ) ),
			array( '' !== WebAddress::of( $value ), __( 'It must be a complete address that begins with https:// or http://.', 'largesse' ) ),
			array( ! strpbrk( $value, '?#' ), __( 'It must not contain a query or a fragment, that is, no ? and no #.', 'largesse' ) ),
		);
	}
}
