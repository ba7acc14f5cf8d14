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

	public const SECRETS = array( self::GATEWAY_KEY, self::APP_PASSWORD );

	/**
	 * Returns the value of a setting, or an empty string. Removes trailing slashes from the address of the service.
	 *
	 * @param string $name One of the constants, as in all methods.
	 */
	public function get( string $name ): string {
		$value = $this->find( $name )['value'];
		return self::BASE_URL === $name ? rtrim( $value, '/' ) : $value;
	}

	/** Returns the source of a setting's value: "option", "environment" or "none". */
	public function source( string $name ): string {
		return $this->find( $name )['source'];
	}

	/** Returns the name of the environment variable for a setting. */
	public function variable( string $name ): string {
		return $this->find( $name )['variable'];
	}

	/** Returns why a setting is invalid; null if it is valid or not set. The text does not contain the value. */
	public function problem( string $name ): ?string {
		return $this->file_problem( $name ) ?? SettingsRules::problem( $name, $this->get( $name ) );
	}

	/** Returns why a setting is invalid, with the name of the variable if the environment contains the value. */
	public function explained_problem( string $name ): ?string {
		$problem = $this->problem( $name );
		/* translators: 1: name of an environment variable, 2: why, as a sentence. */
		return null === $problem || 'environment' !== $this->source( $name ) ? $problem : sprintf( __( '%1$s cannot be used. %2$s', 'largesse' ), $this->variable( $name ), $problem );
	}

	/** Returns why the file of a secret is invalid; null if it is valid or not used. */
	public function file_problem( string $name ): ?string {
		return $this->find( $name )['problem'];
	}

	/**
	 * Returns the stored form of a value. Secrets are wrapped in arrays, because wp-admin's list of all options prints
	 * texts but not arrays.
	 *
	 * @return string|array{value: string}
	 */
	public static function stored( string $name, string $value ): string|array {
		return '' !== $value && in_array( $name, self::SECRETS, true ) ? array( 'value' => $value ) : $value;
	}

	/**
	 * Returns the value of an option of the site. The stored value of a secret may also be plain text, for instance if
	 * somebody has stored it with WP-CLI.
	 */
	public function option( string $name ): string {
		// The options are not autoloaded. One query fetches all of them, and later calls need no query.
		wp_prime_option_caches( self::ALL );
		$value = get_option( $name, '' );
		$value = is_array( $value ) ? $value['value'] ?? '' : $value;
		return is_scalar( $value ) ? trim( (string) $value ) : '';
	}

	/**
	 * Finds a setting in its option or else in the environment. Only secrets may be in files. If both variables are set,
	 * or the file is invalid, the value is empty.
	 *
	 * @return array{value: string, source: string, variable: string, problem: string|null} `problem` is about the file.
	 */
	private function find( string $name ): array {
		$option   = $this->option( $name );
		$variable = strtoupper( $name );
		$value    = self::environment( $variable );
		$path     = in_array( $name, self::SECRETS, true ) ? self::environment( "{$variable}_FILE" ) : '';
		$problem  = null;
		if ( '' === $option && '' !== $path ) {
			$file = SecretFile::read( $path );
			/* translators: %s: name of an environment variable. */
			$problem = '' === $value ? $file->problem : sprintf( __( 'It must not be set together with %s.', 'largesse' ), $variable );
			$value   = '' === $value ? $file->value : '';
		}
		return array(
			'value'    => '' === $option ? $value : $option,
			'source'   => '' !== $option ? 'option' : ( '' === $value && '' === $path ? 'none' : 'environment' ),
			'variable' => '' === $path ? $variable : "{$variable}_FILE",
			'problem'  => $problem,
		);
	}

	private static function environment( string $variable ): string {
		$value = getenv( $variable );
		return is_string( $value ) ? trim( $value ) : '';
	}
}
