<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Service;

use Largesse\Foundation\Format\WebAddress;

/** Rules for the settings of the API's client, whether an option or the environment contains them. */
final class SettingRules {

	public const BASE_URL     = 'registry_api_base_url';
	public const GATEWAY_KEY  = 'registry_api_gateway_key';
	public const USERNAME     = 'registry_api_username';
	public const APP_PASSWORD = 'registry_api_app_password';
	public const SITE_KEY     = 'registry_api_site_key';

	/** Maximum number of characters of a value. */
	public const MAX_LENGTH = 1000;

	/** Maximum size of a file with a secret, in bytes. */
	public const MAX_BYTES = 8192;

	/**
	 * Returns the rule that a trimmed value breaks; null for a valid value. An empty value is always valid: the setting is
	 * then not set.
	 *
	 * @param string $name One of the names of settings.
	 */
	public static function broken_rule( string $name, string $value ): ?string {
		$is_address = self::BASE_URL === $name;
		return match ( true ) {
			'' === $value                                              => null,
			1 !== preg_match( '/^\P{Cc}*$/Du', $value )                => 'controls',
			mb_strlen( $value, 'UTF-8' ) > self::MAX_LENGTH            => 'maxLength',
			// Search the whole address for "@". A password may contain a slash, and the "@" after such a password looks
			// like a part of the path.
			$is_address && str_contains( $value, '@' )                 => 'credentials',
			$is_address && 0 !== preg_match( '/[\s<>"\\\\^`{|}]/u', $value ) => 'characters',
			$is_address && '' === WebAddress::of( $value )             => 'address',
			$is_address && false !== strpbrk( $value, '?#' )           => 'query',
			// The key is sent in an HTTP header, which can contain only ASCII characters.
			self::GATEWAY_KEY === $name
				&& 1 !== preg_match( '/^[\x20-\x7e]+$/D', $value )      => 'ascii',
			self::SITE_KEY === $name && strlen( $value ) < SiteSignature::MIN_KEY_BYTES => 'minBytes',
			// In HTTP Basic authentication, a colon ends the user name.
			self::USERNAME === $name && str_contains( $value, ':' )    => 'colon',
			default                                                    => null,
		};
	}

	/**
	 * Reads a secret in a file: one line, surrounded by optional white space (rules: Settings 3).
	 *
	 * @param string $text The first MAX_BYTES + 1 bytes of the file.
	 * @return array{0: string, 1: string|null} The secret, and the broken rule; the secret is empty if a rule is broken.
	 */
	public static function secret( string $text ): array {
		$value = trim( (string) preg_replace( '/^\xEF\xBB\xBF/', '', $text ) );
		$rule  = match ( true ) {
			strlen( $text ) > self::MAX_BYTES          => 'maxBytes',
			1 !== preg_match( '//u', $value )          => 'unreadable',
			'' === $value                              => 'empty',
			1 !== preg_match( '/^\P{Cc}*$/Du', $value ) => 'line',
			default                                    => null,
		};
		return array( null === $rule ? $value : '', $rule );
	}

	/** Checks whether only this machine can reach an address. */
	public static function is_on_this_machine( string $address ): bool {
		$host = (string) parse_url( $address, PHP_URL_HOST ); // phpcs:ignore WordPress.WP.AlternativeFunctions.parse_url_parse_url -- A pure class.
		return 1 === preg_match( '/^(?:localhost|127\.[\d.]+|\[::1\])\z/i', $host );
	}
}
