<?php
/**
 * The fields of the settings page.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

use Largesse\Api\Settings;
use Largesse\Api\SettingsRules;

/**
 * Prints the settings of the API's client as fields of the Settings API. Secrets are never printed, not even back
 * into their own field; what the environment sets can be read here, but not changed.
 */
final class SettingsFields {

	/** Section of the page. */
	private const SECTION = 'largesse_connection';

	/**
	 * What was typed and refused, by setting; null until it was asked for.
	 *
	 * @var array<string, string>|null
	 */
	private ?array $refused = null;

	/**
	 * Keeps the settings, and where refused values wait.
	 *
	 * @param Settings    $settings How the site reaches the API.
	 * @param TypedValues $typed    What was typed and refused.
	 */
	public function __construct( private readonly Settings $settings, private readonly TypedValues $typed ) {}

	/**
	 * Makes the fields known to the Settings API. Not needed on any other page, where it would cost queries.
	 *
	 * @param string $page Page on which they stand.
	 */
	public function add_to( string $page ): void {
		add_settings_section( self::SECTION, __( 'Connection to the registry service', 'largesse' ), array( $this, 'show_introduction' ), $page );
		foreach ( Settings::ALL as $name ) {
			$is_secret = in_array( $name, Settings::SECRETS, true );
			$field     = array( 'name' => $name );
			if ( ! $is_secret || ! $this->is_fixed( $name ) ) {
				$field['label_for'] = $name;
			}
			add_settings_field( $name, esc_html( self::label( $name ) ), array( $this, $is_secret ? 'show_secret' : 'show_text' ), $page, self::SECTION, $field );
		}
	}

	/**
	 * What a field is called.
	 *
	 * @param string $name One of the constants of Settings.
	 */
	public static function label( string $name ): string {
		return match ( $name ) {
			Settings::BASE_URL      => __( 'Service address', 'largesse' ),
			Settings::GATEWAY_KEY   => __( 'Gateway key', 'largesse' ),
			Settings::USERNAME      => __( 'User name', 'largesse' ),
			Settings::APP_PASSWORD  => __( 'Application password', 'largesse' ),
			Settings::CACHE_SECONDS => __( 'Seconds to remember items', 'largesse' ),
			default                 => $name,
		};
	}

	/**
	 * Prints what stands above the fields.
	 */
	public function show_introduction(): void {
		echo '<p>' . esc_html__( 'The registry service keeps the items of all registries. This site asks it for them with an account of its own.', 'largesse' ) . '</p>';
	}

	/**
	 * Prints a field whose value may be seen.
	 *
	 * @param array{name: string} $field Name of the setting.
	 */
	public function show_text( array $field ): void {
		$name     = $field['name'];
		$is_fixed = $this->is_fixed( $name );
		printf(
			'<input type="text" id="%1$s" value="%2$s" aria-describedby="%1$s_about" class="%3$s" spellcheck="false" autocomplete="off" dir="auto"',
			esc_attr( $name ),
			esc_attr( $this->shown( $name ) ),
			esc_attr( Settings::CACHE_SECONDS === $name ? 'small-text' : 'regular-text' )
		);
		if ( $is_fixed ) {
			echo ' readonly>'; // Without a name it is not sent.
		} else {
			printf( ' name="%s"', esc_attr( $name ) );
			self::show_end( $name );
		}
		$this->show_about( $name );
	}

	/**
	 * Prints a field whose value nobody sees again.
	 *
	 * @param array{name: string} $field Name of the setting.
	 */
	public function show_secret( array $field ): void {
		$name = $field['name'];
		if ( $this->is_fixed( $name ) ) {
			$this->show_about( $name );
			return;
		}
		printf(
			'<input type="password" id="%1$s" name="%1$s[value]" value="" aria-describedby="%1$s_about" class="regular-text" autocomplete="new-password"',
			esc_attr( $name )
		);
		self::show_end( $name );
		$this->show_about( $name );
		if ( 'option' === $this->settings->source( $name ) ) {
			printf(
				'<label><input type="checkbox" name="%s[remove]" value="1"> %s</label>',
				esc_attr( $name ),
				esc_html( self::removal( $name ) )
			);
		}
	}

	/**
	 * Prints the end of a field that can be filled in.
	 *
	 * @param string $name One of the constants of Settings.
	 */
	private static function show_end( string $name ): void {
		echo get_settings_errors( $name ) ? ' aria-invalid="true">' : '>';
	}

	/**
	 * Prints what one should know of a field.
	 *
	 * @param string $name One of the constants of Settings.
	 */
	private function show_about( string $name ): void {
		$lines = $this->is_fixed( $name ) ? $this->about_environment( $name ) : array( self::about( $name ) );
		if ( in_array( $name, Settings::SECRETS, true ) && 'option' === $this->settings->source( $name ) ) {
			array_unshift( $lines, __( 'A value is stored. It is not shown again; leave the field empty to keep it.', 'largesse' ) );
		}
		printf( '<p class="description" id="%s_about">%s</p>', esc_attr( $name ), esc_html( implode( ' ', $lines ) ) );
	}

	/**
	 * What can be seen in a field: what was typed and refused a moment ago, else what is set.
	 *
	 * @param string $name One of the constants of Settings.
	 */
	private function shown( string $name ): string {
		$this->refused ??= $this->typed->take();
		$value           = $this->refused[ $name ] ?? $this->settings->get( $name );
		// What breaks the rules may hold a password: what the environment sets is not shown at all then.
		if ( $this->is_fixed( $name ) && null !== SettingsRules::broken( $name, $value ) ) {
			return '';
		}
		return Settings::BASE_URL === $name ? SettingsRules::without_user( $value ) : $value;
	}

	/**
	 * Whether the environment sets the value.
	 *
	 * @param string $name One of the constants of Settings.
	 */
	private function is_fixed( string $name ): bool {
		return 'environment' === $this->settings->source( $name );
	}

	/**
	 * What one should know of a value that the environment sets.
	 *
	 * @param string $name One of the constants of Settings.
	 * @return list<string>
	 */
	private function about_environment( string $name ): array {
		$broken = SettingsRules::broken( $name, $this->settings->get( $name ) );
		/* translators: %s: name of an environment variable. */
		$lines = array( sprintf( __( 'Set by the environment variable %s, and can be changed only there.', 'largesse' ), strtoupper( $name ) ) );
		if ( null !== $broken ) {
			/* translators: %s: the rule that a value breaks, as a sentence. */
			$lines[] = sprintf( __( 'The value cannot be used. %s', 'largesse' ), $broken );
		}
		return $lines;
	}

	/**
	 * What one should know of a field.
	 *
	 * @param string $name One of the constants of Settings.
	 */
	private static function about( string $name ): string {
		return match ( $name ) {
			Settings::BASE_URL      => __( 'Where this site finds the service, for example https://api.example.com', 'largesse' ),
			Settings::GATEWAY_KEY   => __( 'Sent along with every request. Leave it empty if the service asks for none.', 'largesse' ),
			Settings::USERNAME      => __( 'An administrator of this site, in whose name the site speaks to the service.', 'largesse' ),
			Settings::APP_PASSWORD  => __( 'One of that user\'s application passwords; they are made on the profile page. Not the password for logging in to WordPress.', 'largesse' ),
			Settings::CACHE_SECONDS => sprintf(
				/* translators: 1: the most seconds that can be set, 2: the seconds that hold while nothing is set. */
				__( 'From 0 (always ask the service) to %1$d; %2$d while the field is empty. Changes made on this site show at once.', 'largesse' ),
				Settings::MAX_CACHE_SECONDS,
				Settings::DEFAULT_CACHE_SECONDS
			),
			default                 => '',
		};
	}

	/**
	 * What the box is called that removes a secret.
	 *
	 * @param string $name One of the constants of Settings.
	 */
	private static function removal( string $name ): string {
		return Settings::GATEWAY_KEY === $name ? __( 'Remove the stored gateway key', 'largesse' ) : __( 'Remove the stored application password', 'largesse' );
	}
}
