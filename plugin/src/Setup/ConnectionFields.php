<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Largesse\Html\Template;
use Largesse\Service\Settings;
use Largesse\Service\SettingsRules;

/**
 * Form fields for the settings of the connection (see Service\Settings). Secrets are never printed, not even into their
 * own field. Values from the environment are read-only.
 */
final class ConnectionFields {

	public function __construct( private readonly Settings $settings ) {}

	/**
	 * Returns the texts of the fields: the label, the explanation and, for a secret, the text beside the checkbox that
	 * removes the stored value.
	 *
	 * @return array<string, array{label: string, about: string, removal: string}> By name of the setting.
	 */
	public static function texts(): array {
		return array(
			Settings::BASE_URL     => array(
				'label'   => __( 'Service address', 'largesse' ),
				'about'   => __( 'Address of the service, for example https://api.example.com', 'largesse' ),
				'removal' => '',
			),
			Settings::GATEWAY_KEY  => array(
				'label'   => __( 'Gateway key', 'largesse' ),
				'about'   => __( 'Sent with every request. Leave it empty if the service does not require a key.', 'largesse' ),
				'removal' => __( 'Remove the stored gateway key', 'largesse' ),
			),
			Settings::USERNAME     => array(
				'label'   => __( 'User name', 'largesse' ),
				'about'   => __( 'An administrator of this site. The site uses their account to call the service.', 'largesse' ),
				'removal' => '',
			),
			Settings::APP_PASSWORD => array(
				'label'   => __( 'Application password', 'largesse' ),
				'about'   => __( 'An application password of that user, created on the profile page. This is not the password for signing in to WordPress.', 'largesse' ),
				'removal' => __( 'Remove the stored application password', 'largesse' ),
			),
		);
	}

	/**
	 * Returns the value to store for a setting of the connection. If the submitted value is invalid, the stored value
	 * remains, and the user sees an error message. The stored value also remains if the environment sets the value. For
	 * a new option, WordPress calls this method again with its own result, so it must also accept a result as input.
	 *
	 * @param string $name  One of the constants of Settings.
	 * @param mixed  $input Value from the form: a text, or an array of `value` and `remove` for a secret; null if the field is missing.
	 * @return string|array{value: string}
	 */
	public function accept( string $name, mixed $input ): string|array {
		$stored    = Settings::stored( $name, $this->settings->option( $name ) );
		$is_secret = in_array( $name, Settings::SECRETS, true );
		if ( $is_secret && is_array( $input ) ) {
			if ( ! empty( $input['remove'] ) ) {
				return '';
			}
			$input = $input['value'] ?? null;
			$input = '' === $input ? null : $input; // An empty field keeps the secret.
		}
		if ( ! is_string( $input ) || $this->is_fixed( $name ) ) {
			return $stored;
		}
		$value   = trim( $input );
		$problem = SettingsRules::problem( $name, $value );
		if ( null === $problem ) {
			return Settings::stored( $name, Settings::BASE_URL === $name ? untrailingslashit( $value ) : $value );
		}
		$shown = Settings::BASE_URL === $name ? SettingsRules::without_user( $value ) : $value;
		SettingsFields::refuse( $name, self::texts()[ $name ]['label'], $problem, $is_secret ? null : $shown );
		return $stored;
	}

	/** Checks whether a setting has an input. A secret from the environment has no input. */
	public function has_input( string $name ): bool {
		return ! ( in_array( $name, Settings::SECRETS, true ) && $this->is_fixed( $name ) );
	}

	/** Prints a field. */
	public function show( string $name ): void {
		$about     = $this->about( $name );
		$is_stored = 'option' === $this->settings->source( $name );
		if ( ! $this->has_input( $name ) ) {
			Template::print( 'setup/field-note', array( 'text' => $about ) + compact( 'name' ) );
		} elseif ( in_array( $name, Settings::SECRETS, true ) ) {
			$attributes = array(
				'type'         => 'password',
				'name'         => "{$name}[value]",
				'class'        => 'regular-text',
				'spellcheck'   => null,
				'autocomplete' => 'new-password',
			);
			$kept       = $is_stored ? __( 'A value is stored, but cannot be shown. Leave the field empty to keep it.', 'largesse' ) . ' ' : '';
			SettingsFields::input( $name, '', $kept . $about, $attributes, removal: $is_stored ? self::texts()[ $name ]['removal'] : '' );
		} else {
			$attributes = array(
				'class' => 'regular-text',
				'dir'   => 'auto',
			);
			// Browsers do not send a field without a name.
			$fixed = array(
				'name'     => null,
				'readonly' => '',
			);
			SettingsFields::input( $name, $this->shown( $name ), $about, $attributes + ( $this->is_fixed( $name ) ? $fixed : array() ) );
		}
	}

	/** Returns the visible value of a field: the refused value, or the current value if none was refused. */
	private function shown( string $name ): string {
		// An invalid value from the environment is not shown, because it may contain a password.
		if ( $this->is_fixed( $name ) && null !== $this->settings->problem( $name ) ) {
			return '';
		}
		$value = SettingsFields::refused( $name ) ?? $this->settings->get( $name );
		return Settings::BASE_URL === $name ? SettingsRules::without_user( $value ) : $value;
	}

	private function about( string $name ): string {
		if ( ! $this->is_fixed( $name ) ) {
			return self::texts()[ $name ]['about'];
		}
		$problem = $this->settings->problem( $name );
		/* translators: %s: name of an environment variable. */
		$about = sprintf( __( 'Set by the environment variable %s. You can only change it there.', 'largesse' ), $this->settings->variable( $name ) );
		/* translators: %s: the rule that a value breaks, as a sentence. */
		return null === $problem ? $about : "{$about} " . sprintf( __( 'The value cannot be used. %s', 'largesse' ), $problem );
	}

	private function is_fixed( string $name ): bool {
		return 'environment' === $this->settings->source( $name );
	}
}
