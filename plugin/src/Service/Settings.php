<?php
declare( strict_types=1 );

namespace Largesse\Service;

/**
 * Reads the settings of the API's client: each an option of the site first, then an environment variable (rules:
 * Clients). The variable is called as the option, in capitals; with _FILE behind that, it names a file with a secret.
 */
final class Settings {

	public const BASE_URL     = 'registry_api_base_url';
	public const GATEWAY_KEY  = 'registry_api_gateway_key';
	public const USERNAME     = 'registry_api_username';
	public const APP_PASSWORD = 'registry_api_app_password';

	/** Seconds that a page may show items without asking the API again. */
	public const CACHE_SECONDS = 'registry_api_cache_seconds';

	/** Where gateways are told which pages they are to forget: addresses with spaces between; and the key that they know. */
	public const PAGES_URL = 'registry_pages_url';
	public const PAGES_KEY = 'registry_pages_key';

	/** All settings, which are also the names of their options. */
	public const ALL = array( self::BASE_URL, self::GATEWAY_KEY, self::USERNAME, self::APP_PASSWORD, self::CACHE_SECONDS, self::PAGES_URL, self::PAGES_KEY );

	/** Those that are never shown. */
	public const SECRETS = array( self::GATEWAY_KEY, self::APP_PASSWORD, self::PAGES_KEY );

	/** Seconds of the cache where nothing is set, and the most that can be set. */
	public const DEFAULT_CACHE_SECONDS = 5;
	public const MAX_CACHE_SECONDS     = 60;

	/**
	 * Returns the value of a setting, or an empty string; the address comes without trailing slash.
	 *
	 * @param string $name One of the constants.
	 */
	public function get( string $name ): string {
		$value = $this->option( $name );
		if ( '' === $value ) {
			$value = $this->environment( $name );
		}
		return self::BASE_URL === $name ? rtrim( $value, '/' ) : $value;
	}

	/**
	 * Tells where the value of a setting comes from: "option", "environment" or "none".
	 *
	 * @param string $name One of the constants.
	 */
	public function source( string $name ): string {
		if ( '' !== $this->option( $name ) ) {
			return 'option';
		}
		return '' === $this->environment( $name ) && ! $this->has_file( $name ) ? 'none' : 'environment';
	}

	/**
	 * Returns the name of the environment variable that sets a value, or could.
	 *
	 * @param string $name One of the constants.
	 */
	public function variable( string $name ): string {
		return strtoupper( $name ) . ( $this->has_file( $name ) ? '_FILE' : '' );
	}

	/**
	 * Returns why a setting cannot be used, as sentences without its value; null if it can, or is not set.
	 *
	 * @param string $name One of the constants.
	 */
	public function problem( string $name ): ?string {
		return $this->file_problem( $name ) ?? SettingsRules::problem( $name, $this->get( $name ) );
	}

	/**
	 * Returns why the file of a secret cannot be used; null if it can, or nothing is read from it.
	 *
	 * @param string $name One of the constants.
	 */
	public function file_problem( string $name ): ?string {
		if ( '' !== $this->option( $name ) || ! $this->has_file( $name ) ) {
			return null;
		}
		return '' === self::variable_value( strtoupper( $name ) )
			? $this->file( $name )->problem
			/* translators: %s: name of an environment variable. */
			: sprintf( __( 'It must not be set together with %s.', 'largesse' ), strtoupper( $name ) );
	}

	/** Seconds that items may be cached; 0 for not at all. */
	public function cache_seconds(): int {
		$value = $this->get( self::CACHE_SECONDS );
		return ctype_digit( $value ) ? min( self::MAX_CACHE_SECONDS, (int) $value ) : self::DEFAULT_CACHE_SECONDS;
	}

	/**
	 * Returns the addresses in a value that may hold several, without trailing slashes.
	 *
	 * @return list<string>
	 */
	public static function addresses( string $value ): array {
		return array_map( 'untrailingslashit', (array) preg_split( '/ +/', $value, -1, PREG_SPLIT_NO_EMPTY ) );
	}

	/**
	 * Returns a value as its option holds it. Secrets stand in a list: wp-admin's list of all options prints text, but of
	 * lists only that they are there.
	 *
	 * @param string $name One of the constants.
	 * @return string|array{value: string}
	 */
	public static function stored( string $name, string $value ): string|array {
		return '' !== $value && in_array( $name, self::SECRETS, true ) ? array( 'value' => $value ) : $value;
	}

	/**
	 * Returns what the site's option holds; a secret may be plain text too, as WP-CLI stores it.
	 *
	 * @param string $name Name of the option.
	 */
	public function option( string $name ): string {
		// They are not loaded with every page: one query fetches all, and none the second time.
		wp_prime_option_caches( self::ALL );
		$value = get_option( $name, '' );
		$value = is_array( $value ) ? $value['value'] ?? '' : $value;
		return is_scalar( $value ) ? trim( (string) $value ) : '';
	}

	/**
	 * Returns what the environment holds, itself or in a file that it names; nothing if it does both.
	 *
	 * @param string $name Name of the setting.
	 */
	private function environment( string $name ): string {
		$value = self::variable_value( strtoupper( $name ) );
		if ( ! $this->has_file( $name ) ) {
			return $value;
		}
		return '' === $value ? $this->file( $name )->value : '';
	}

	/**
	 * Checks whether the environment names a file for a setting, which only secrets may have.
	 *
	 * @param string $name Name of the setting.
	 */
	private function has_file( string $name ): bool {
		return in_array( $name, self::SECRETS, true ) && '' !== self::variable_value( strtoupper( $name ) . '_FILE' );
	}

	/**
	 * Reads the file that the environment names.
	 *
	 * @param string $name Name of the setting.
	 */
	private function file( string $name ): SecretFile {
		return SecretFile::read( self::variable_value( strtoupper( $name ) . '_FILE' ) );
	}

	/**
	 * Returns the value of an environment variable, empty if it is not set.
	 *
	 * @param string $variable Name of the variable.
	 */
	private static function variable_value( string $variable ): string {
		$value = getenv( $variable );
		return is_string( $value ) ? trim( $value ) : '';
	}
}
