<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Service;

/**
 * Reads and checks the settings of the API's client. If an option of the site is not set, an environment variable can
 * contain the value (rules: Clients). The name of the variable is the option's name in capitals. For a secret, a
 * variable with the suffix _FILE can contain the path of a file.
 */
final class Settings {

	public const BASE_URL     = SettingRules::BASE_URL;
	public const GATEWAY_KEY  = SettingRules::GATEWAY_KEY;
	public const USERNAME     = SettingRules::USERNAME;
	public const APP_PASSWORD = SettingRules::APP_PASSWORD;
	public const SITE_KEY     = SettingRules::SITE_KEY;

	/** All settings. The name of a setting is also the name of its option. */
	public const ALL = array( self::BASE_URL, self::GATEWAY_KEY, self::USERNAME, self::APP_PASSWORD, self::SITE_KEY );

	public const SECRETS = array( self::GATEWAY_KEY, self::APP_PASSWORD, self::SITE_KEY );

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
		return $this->file_problem( $name ) ?? self::broken_rule( $name, $this->get( $name ) );
	}

	/**
	 * Returns the rule that a value breaks, as a sentence; null for a valid value. The sentence does not contain the
	 * value. An empty value is always valid: the setting is then not set.
	 *
	 * @param string $value The value, trimmed.
	 */
	public static function broken_rule( string $name, string $value ): ?string {
		return match ( SettingRules::broken_rule( $name, $value ) ) {
			null          => null,
			'controls'    => __( 'It must not contain control characters such as line breaks.', 'largesse' ),
			/* translators: %d: a number of characters. */
			'maxLength'   => sprintf( __( 'It must not be longer than %d characters.', 'largesse' ), SettingRules::MAX_LENGTH ),
			'credentials' => __( 'It must not contain a user name or a password; these have their own fields.', 'largesse' ),
			'characters'  => __( 'It contains characters that an address cannot have, such as spaces, quotes or angle brackets.', 'largesse' ),
			'address'     => __( 'It must be a complete address that begins with https:// or http://.', 'largesse' ),
			'query'       => __( 'It must not contain a query or a fragment, that is, no ? and no #.', 'largesse' ),
			'ascii'       => __( 'It must be made of ASCII characters.', 'largesse' ),
			/* translators: %d: a number of bytes. */
			'minBytes'    => sprintf( __( 'It must have at least %d bytes.', 'largesse' ), SiteSignature::MIN_KEY_BYTES ),
			default       => __( 'It must not contain a colon.', 'largesse' ),
		};
	}

	/**
	 * Removes user name and password from an address. The password may contain a slash, although a valid address must
	 * encode a slash there.
	 */
	public static function without_user( string $address ): string {
		return (string) preg_replace( '~^([a-z][a-z0-9+.-]*:/+|/+)?.*@~is', '$1', $address );
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
			$file = self::secret_in( $path );
			/* translators: %s: name of an environment variable. */
			$problem = '' === $value ? $file['problem'] : sprintf( __( 'It must not be set together with %s.', 'largesse' ), $variable );
			$value   = '' === $value ? $file['value'] : '';
		}
		return array(
			'value'    => '' === $option ? $value : $option,
			'source'   => '' !== $option ? 'option' : ( '' === $value && '' === $path ? 'none' : 'environment' ),
			'variable' => '' === $path ? $variable : "{$variable}_FILE",
			'problem'  => $problem,
		);
	}

	/**
	 * Reads a file with a secret such as a password: one line, surrounded by optional white space (rules: Settings 3).
	 *
	 * @return array{value: string, problem: string|null} The value is empty if the file is invalid. The problem is a
	 *                                                    sentence without the content of the file.
	 */
	public static function secret_in( string $path ): array {
		// phpcs:disable WordPress.PHP.NoSilencedErrors.Discouraged -- Each of them emits a warning if open_basedir forbids the path.
		$is_file = path_is_absolute( $path ) && @is_file( $path );
		// phpcs:ignore WordPress.WP.AlternativeFunctions.file_get_contents_file_get_contents -- The path is local.
		$text = $is_file ? @file_get_contents( $path, false, null, 0, SettingRules::MAX_BYTES + 1 ) : false;
		// phpcs:enable
		list( $value, $rule ) = SettingRules::secret( (string) $text );

		$problem = match ( true ) {
			! path_is_absolute( $path )                => __( 'It must be the absolute path of a file.', 'largesse' ),
			! $is_file                                 => __( 'There is no such file.', 'largesse' ),
			/* translators: %d: a number of bytes. */
			'maxBytes' === $rule                       => sprintf( __( 'The file must not be larger than %d bytes.', 'largesse' ), SettingRules::MAX_BYTES ),
			false === $text || 'unreadable' === $rule  => __( 'The file cannot be read.', 'largesse' ),
			'empty' === $rule                          => __( 'The file is empty.', 'largesse' ),
			null !== $rule                             => __( 'The file must contain exactly one line.', 'largesse' ),
			default                                    => null,
		};
		return array(
			'value'   => null === $problem ? $value : '',
			'problem' => $problem,
		);
	}

	private static function environment( string $variable ): string {
		$value = getenv( $variable );
		return is_string( $value ) ? trim( $value ) : '';
	}
}
