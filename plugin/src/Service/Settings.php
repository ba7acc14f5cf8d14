<?php
declare( strict_types=1 );

namespace Largesse\Service;

/**
 * Reads the settings of the API's client. If an option of the site is not set, an environment variable can contain the
 * value (rules: Clients). The name of the variable is the option's name in capitals. For a secret, a variable with the
 * suffix _FILE can contain the path of a file.
 */
final class Settings {

	public const BASE_URL     = 'registry_api_base_url';
	public const GATEWAY_KEY  = 'registry_api_gateway_key';
	public const USERNAME     = 'registry_api_username';
	public const APP_PASSWORD = 'registry_api_app_password';

	/** All settings. The name of a setting is also the name of its option. */
	public const ALL = array( self::BASE_URL, self::GATEWAY_KEY, self::USERNAME, self::APP_PASSWORD );

	/** Settings with secret values. */
	public const SECRETS = array( self::GATEWAY_KEY, self::APP_PASSWORD );

	/**
	 * Returns the value of a setting, or an empty string. Removes trailing slashes from the address of the service.
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
	 * Returns the source of a setting's value: "option", "environment" or "none".
	 *
	 * @param string $name One of the constants.
	 */
	public function source( string $name ): string {
		if ( '' !== $this->option( $name ) ) {
			return 'option';
		}
		return '' === $this->environment( $name ) && ! $this->has_file( $name ) ? 'none' : 'environment';
	}

	/** Returns the name of the environment variable for a setting. @param string $name One of the constants. */
	public function variable( string $name ): string {
		return strtoupper( $name ) . ( $this->has_file( $name ) ? '_FILE' : '' );
	}

	/**
	 * Returns why a setting is invalid; null if it is valid or not set. The text does not contain the value.
	 *
	 * @param string $name One of the constants.
	 */
	public function problem( string $name ): ?string {
		return $this->file_problem( $name ) ?? SettingsRules::problem( $name, $this->get( $name ) );
	}

	/**
	 * Returns why the file of a secret is invalid; null if it is valid or not used.
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

	/**
	 * Returns the stored form of a value. Secrets are wrapped in arrays, because wp-admin's list of all options prints
	 * texts but not arrays.
	 *
	 * @param string $name One of the constants.
	 * @return string|array{value: string}
	 */
	public static function stored( string $name, string $value ): string|array {
		return '' !== $value && in_array( $name, self::SECRETS, true ) ? array( 'value' => $value ) : $value;
	}

	/**
	 * Returns the value of an option of the site. The stored value of a secret may also be plain text, for instance if
	 * somebody has stored it with WP-CLI.
	 *
	 * @param string $name Name of the option.
	 */
	public function option( string $name ): string {
		// The options are not autoloaded. One query fetches all of them, and later calls need no query.
		wp_prime_option_caches( self::ALL );
		$value = get_option( $name, '' );
		$value = is_array( $value ) ? $value['value'] ?? '' : $value;
		return is_scalar( $value ) ? trim( (string) $value ) : '';
	}

	/**
	 * Returns the value of a setting from its environment variable. If the variable with the suffix _FILE names a file,
	 * reads the value from this file. Returns an empty text if both variables are set.
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

	/** Checks whether the environment names a file for a setting. Only secrets may be in files. */
	private function has_file( string $name ): bool {
		return in_array( $name, self::SECRETS, true ) && '' !== self::variable_value( strtoupper( $name ) . '_FILE' );
	}

	/** Reads the file that an environment variable names. */
	private function file( string $name ): SecretFile {
		return SecretFile::read( self::variable_value( strtoupper( $name ) . '_FILE' ) );
	}

	/** Returns the value of an environment variable; empty if it is not set. */
	private static function variable_value( string $variable ): string {
		$value = getenv( $variable );
		return is_string( $value ) ? trim( $value ) : '';
	}
}
