<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Service\FieldRules;
use Largesse\Foundation\Service\Settings;
use Largesse\Setting;

/**
 * Prints the fields of the settings with their explanations, and checks their input: fields that features declare, and
 * fields of the connection (see Service\Settings). Secrets are never printed, not even into their own field. Values
 * from the environment are read-only.
 */
final class SettingsFields {

	public function __construct( private readonly Settings $settings ) {}

	public static function show( Setting $field ): void {
		$name  = $field->option;
		$value = self::stored( $field );
		$about = $field->about;
		if ( '' !== $field->box ) {
			$data = array(
				'label'      => $field->box,
				'is_checked' => '1' === $value,
			);
			Template::print( 'setup/checkbox', $data + compact( 'name', 'about' ) );
		} elseif ( $field->choices ) {
			Template::print( 'setup/select', array( 'choices' => $field->choices ) + compact( 'name', 'value', 'about' ) );
		} elseif ( $field->suggestions ) {
			$attributes = array(
				'list'           => "{$name}_codes",
				'size'           => 7,
				'maxlength'      => 3,
				'autocapitalize' => 'characters',
			);
			self::input( $name, self::refused( $name ) ?? $value, $about, $attributes, $field->suggestions );
		} else {
			$attributes = array(
				'inputmode' => 'numeric',
				'class'     => 'small-text',
			);
			/* translators: 1: maximum value, 2: default value. */
			$rule = sprintf( __( 'From 1 to %1$s; %2$s if the field is empty.', 'largesse' ), Number::text( $field->maximum ), Number::text( (int) $field->standard ) );
			self::input( $name, self::refused( $name ) ?? $value, "{$about} {$rule}", $attributes );
		}
	}

	/**
	 * Returns the value to store. An unknown choice, or a form without the field, changes nothing. An invalid text also
	 * causes an error message.
	 *
	 * @param mixed $input Value from the form; null if it is missing.
	 */
	public static function accept( Setting $field, mixed $input ): string {
		if ( ! is_scalar( $input ) ) {
			return self::stored( $field );
		}
		$typed = trim( (string) $input );
		if ( '' !== $field->box ) {
			return '1' === $typed ? '1' : '';
		}
		if ( $field->choices ) {
			return isset( $field->choices[ $typed ] ) ? $typed : self::stored( $field );
		}
		$limits = array(
			'min_range' => 1,
			'max_range' => $field->maximum,
		);
		$value  = match ( true ) {
			array() !== $field->suggestions => preg_match( '/^[A-Z]{3}\z/', strtoupper( $typed ) )
				? strtoupper( $typed )
				: false,
			ctype_digit( $typed )           => filter_var(
				ltrim( $typed, '0' ),
				FILTER_VALIDATE_INT,
				array( 'options' => $limits )
			),
			default                         => false,
		};
		if ( '' === $typed || false !== $value ) {
			return (string) $value;
		}
		$rule = $field->suggestions
			? __( 'It must be a code of three letters, such as EUR.', 'largesse' )
			/* translators: %s: the most that can be set. */
			: sprintf( __( 'It must be a whole number from 1 to %s.', 'largesse' ), Number::text( $field->maximum ) );
		self::refuse( $field->option, $field->label, $rule, $typed );
		return self::stored( $field );
	}

	/**
	 * Returns the texts of the fields of the connection: the label, the explanation and, for a secret, the text beside
	 * the checkbox that removes the stored value.
	 *
	 * @return array<string, array{label: string, about: string, removal: string}> By name of the setting.
	 */
	public static function connection(): array {
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
			Settings::SITE_KEY     => array(
				'label'   => __( 'Site key', 'largesse' ),
				'about'   => __( 'Signs the requests of this site, so that the service need not ask this site back. The service needs the same key (SITE_KEY).', 'largesse' ),
				'removal' => __( 'Remove the stored site key', 'largesse' ),
			),
		);
	}

	/**
	 * Returns the value to store for a setting of the connection. If the submitted value is invalid, the stored value
	 * remains, and the user sees an error message. The stored value also remains if the environment sets the value. For
	 * a new option, WordPress calls this method again with its own result, so it must also accept a result as input.
	 *
	 * @param string $name  One of the constants of Settings.
	 * @param mixed  $input Value from the form: a text, or an array of `value` and `remove` for a secret; null if the
	 *         field is missing.
	 * @return string|array{value: string}
	 */
	public function accept_connection( string $name, mixed $input ): string|array {
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
		$value   = FieldRules::trim( FieldRules::without_marks( $input ) );
		$problem = Settings::broken_rule( $name, $value );
		if ( null === $problem ) {
			return Settings::stored( $name, Settings::BASE_URL === $name ? untrailingslashit( $value ) : $value );
		}
		$shown = Settings::BASE_URL === $name ? Settings::without_user( $value ) : $value;
		self::refuse( $name, self::connection()[ $name ]['label'], $problem, $is_secret ? null : $shown );
		return $stored;
	}

	/** Checks whether a setting of the connection has an input. A secret from the environment has no input. */
	public function has_input( string $name ): bool {
		return ! ( in_array( $name, Settings::SECRETS, true ) && $this->is_fixed( $name ) );
	}

	/** Prints a field of the connection. */
	public function show_connection( string $name ): void {
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
			self::input(
				$name,
				'',
				$kept . $about,
				$attributes,
				removal: $is_stored ? self::connection()[ $name ]['removal'] : ''
			);
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
			self::input( $name, $this->shown( $name ), $about, $attributes + ( $this->is_fixed( $name ) ? $fixed : array() ) );
		}
	}

	/**
	 * Returns the visible value of a field of the connection: the refused value, or the current value if none was refused.
	 */
	private function shown( string $name ): string {
		// An invalid value from the environment is not shown, because it may contain a password.
		if ( $this->is_fixed( $name ) && null !== $this->settings->problem( $name ) ) {
			return '';
		}
		$value = self::refused( $name ) ?? $this->settings->get( $name );
		return Settings::BASE_URL === $name ? Settings::without_user( $value ) : $value;
	}

	private function about( string $name ): string {
		if ( ! $this->is_fixed( $name ) ) {
			return self::connection()[ $name ]['about'];
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

	/**
	 * Prints a field of one line.
	 *
	 * @param array<string, int|string|null> $attributes  Additional attributes. If the field already has an attribute,
	 *                                                    the value here replaces its value; null removes it.
	 * @param string                         $removal     Text beside a box that removes the stored value; '' for no box.
	 */
	private static function input(
		string $name,
		string $value,
		string $about,
		array $attributes,
		array $suggestions = array(),
		string $removal = ''
	): void {
		$common = array(
			'type'             => 'text',
			'id'               => $name,
			'name'             => $name,
			'value'            => $value,
			'aria-describedby' => "{$name}_about",
			'spellcheck'       => 'false',
			'autocomplete'     => 'off',
			'aria-invalid'     => get_settings_errors( $name ) ? 'true' : null,
		);
		$attributes = array_filter(
			array( ...$common, ...$attributes ),
			static fn ( int|string|null $value ): bool => null !== $value
		);
		Template::print( 'setup/input', compact( 'name', 'attributes', 'suggestions', 'about', 'removal' ) );
	}

	/**
	 * Shows a message that a value was refused. WordPress stores its messages for the next page, and with this one also
	 * what was typed.
	 *
	 * @param string|null $typed Value to show in the form again, which must not be a secret; null for none.
	 */
	private static function refuse( string $name, string $label, string $rule, ?string $typed ): void {
		/* translators: 1: name of a field, 2: the rule that its value breaks, as a sentence. */
		add_settings_error( $name, $name, esc_html( sprintf( __( '%1$s was not saved. %2$s', 'largesse' ), $label, $rule ) ) );
		// phpcs:ignore WordPress.WP.GlobalVariablesOverride -- WordPress has no function for this.
		$GLOBALS['wp_settings_errors'][ array_key_last( $GLOBALS['wp_settings_errors'] ) ]['typed'] = $typed;
	}

	/** Returns the value of an option that was just refused; null if there is none. */
	private static function refused( string $name ): ?string {
		return array_column( get_settings_errors( $name ), 'typed' )[0] ?? null;
	}

	/** Returns the stored value; the default if no valid choice is stored. */
	private static function stored( Setting $field ): string {
		$stored = get_option( $field->option, '' );
		if ( $field->choices && ( ! is_string( $stored ) || ! isset( $field->choices[ $stored ] ) ) ) {
			return (string) $field->standard;
		}
		return (string) $stored;
	}
}
