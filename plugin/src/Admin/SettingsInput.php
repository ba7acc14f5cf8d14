<?php
/**
 * What comes from the form of the settings.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

use Largesse\Api\Settings;
use Largesse\Api\SettingsRules;

/**
 * Makes of what was typed what is stored. What breaks a rule changes nothing and is told; what the environment sets
 * is not taken from the form.
 */
final class SettingsInput {

	/**
	 * Keeps the settings, and where refused values wait for the form.
	 *
	 * @param Settings    $settings How the site reaches the API.
	 * @param TypedValues $typed    What was typed and refused.
	 */
	public function __construct( private readonly Settings $settings, private readonly TypedValues $typed ) {}

	/**
	 * What is stored for a setting. WordPress calls this twice when the option is new, the second time with the
	 * outcome of the first.
	 *
	 * @param string $name  One of the constants of Settings.
	 * @param mixed  $input What the form sent: text, or for a secret a list of `value` and `remove`; null where it sent nothing.
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
		if ( ! is_string( $input ) || 'environment' === $this->settings->source( $name ) ) {
			return $stored;
		}
		$value  = trim( $input );
		$broken = SettingsRules::broken( $name, $value );
		if ( null === $broken ) {
			return Settings::stored( $name, Settings::BASE_URL === $name ? untrailingslashit( $value ) : $value );
		}
		/* translators: 1: name of a field, 2: the rule that its value breaks, as a sentence. */
		add_settings_error( $name, $name, esc_html( sprintf( __( '%1$s was not saved. %2$s', 'largesse' ), SettingsFields::label( $name ), $broken ) ) );
		if ( ! $is_secret ) {
			$this->typed->keep( $name, Settings::BASE_URL === $name ? SettingsRules::without_user( $value ) : $value );
		}
		return $stored;
	}
}
