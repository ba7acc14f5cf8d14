<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Closure;
use Largesse\Giving\GivingSettings;
use Largesse\Html\Template;

/**
 * Shows the fields about giving on the settings page, and checks the input.
 */
final class GivingFields {

	/** Id of the section on the settings page. */
	private const SECTION = 'largesse_giving';

	/**
	 * Values that were just refused, by option.
	 *
	 * @var array<string, string>
	 */
	private array $refused = array();

	/**
	 * Returns a function for each option. The function turns an input into the value to store.
	 *
	 * @return array<string, Closure(mixed): string>
	 */
	public function callbacks(): array {
		$callbacks = array( GivingSettings::NAMES => $this->accept_names( ... ) );
		foreach ( array_keys( GivingSettings::DEFAULTS ) as $name ) {
			$callbacks[ $name ] = fn( mixed $input ): string => $this->accept_number( $name, $input );
		}
		return $callbacks;
	}

	/**
	 * Adds the section to the page, and the number fields to the part “Advanced”.
	 *
	 * @param string                $page    Name of the page.
	 * @param array<string, string> $refused Values that were just refused, by option.
	 */
	public function add_to( string $page, array $refused ): void {
		$this->refused = $refused;
		SettingsPage::add_section( self::SECTION, __( 'Giving', 'largesse' ), __( 'Guests choose a wish on the page of a registry and say that they will give it. They need no account.', 'largesse' ) );
		add_settings_field( GivingSettings::NAMES, esc_html__( 'Name of the giver', 'largesse' ), array( $this, 'show_names' ), $page, self::SECTION, array( 'label_for' => GivingSettings::NAMES ) );
		foreach ( self::labels() as $name => $label ) {
			add_settings_field( $name, esc_html( $label ), fn() => $this->show_number( $name ), SettingsPage::ADVANCED, SettingsPage::RARE, array( 'label_for' => $name ) );
		}
	}

	/**
	 * Returns the labels of the number fields, by option.
	 *
	 * @return array<string, string>
	 */
	private static function labels(): array {
		return array(
			GivingSettings::PER_ADDRESS    => __( 'Gifts from one network address to one registry in ten minutes', 'largesse' ),
			GivingSettings::PER_REGISTRY   => __( 'Gifts for one registry in an hour', 'largesse' ),
			GivingSettings::ADDRESSES_KEPT => __( 'Days to keep e-mail addresses', 'largesse' ),
			GivingSettings::NAMES_KEPT     => __( 'Months to keep names', 'largesse' ),
		);
	}

	/** Returns the description of a number field. */
	private static function about( string $name ): string {
		return match ( $name ) {
			GivingSettings::PER_ADDRESS    => __( 'Anyone who gives more is asked to try again later. Everybody in one household, or on one phone network, may share an address.', 'largesse' ),
			GivingSettings::PER_REGISTRY   => __( 'All guests of a registry together. Many give on the evening when they get the link.', 'largesse' ),
			GivingSettings::ADDRESSES_KEPT => __( 'The e-mail addresses of givers are erased this many days after the event. If the registry has no date, or the gift is made later, the days count from the gift.', 'largesse' ),
			default                        => __( 'The names and messages of givers are erased this many months after the event, so that owners have time to thank them. The gifts stay.', 'largesse' ),
		};
	}

	/** Prints a field with three choices: the name of the giver is required, optional, or not asked. */
	public function show_names(): void {
		$choices = array(
			GivingSettings::NEEDED   => __( 'Required', 'largesse' ),
			GivingSettings::OPTIONAL => __( 'Optional', 'largesse' ),
			GivingSettings::NONE     => __( 'Not asked', 'largesse' ),
		);
		Template::print(
			'setup/select',
			array(
				'name'    => GivingSettings::NAMES,
				'value'   => GivingSettings::names(),
				'choices' => $choices,
				'about'   => __( 'Whether guests enter their name when they give something. The settings of each registry determine when its owners can see the names.', 'largesse' ),
			)
		);
	}

	/** Prints a number field. */
	private function show_number( string $name ): void {
		$rule       = sprintf(
			/* translators: 1: maximum value, 2: default value. */
			__( 'From 1 to %1$s; %2$s if the field is empty.', 'largesse' ),
			number_format_i18n( GivingSettings::LIMITS[ $name ] ),
			number_format_i18n( GivingSettings::DEFAULTS[ $name ] )
		);
		$attributes = array(
			'inputmode' => 'numeric',
			'class'     => 'small-text',
		);
		SettingsField::input( $name, $this->refused[ $name ] ?? (string) get_option( $name, '' ), self::about( $name ) . " {$rule}", $attributes );
	}

	/**
	 * Returns the value to store for the choice. An unknown value, or a form without the field, changes nothing.
	 *
	 * @param mixed $input Value from the form; null if it is missing.
	 */
	private function accept_names( mixed $input ): string {
		$is_choice = in_array( $input, array( GivingSettings::NEEDED, GivingSettings::OPTIONAL, GivingSettings::NONE ), true );
		return $is_choice ? $input : GivingSettings::names();
	}

	/**
	 * Returns the value to store for a number. An invalid value changes nothing and causes an error message.
	 *
	 * @param mixed $input Value from the form; null if it is missing.
	 */
	private function accept_number( string $name, mixed $input ): string {
		$stored = (string) get_option( $name, '' );
		if ( ! is_scalar( $input ) ) {
			return $stored;
		}
		$value = trim( (string) $input );
		$most  = GivingSettings::LIMITS[ $name ];
		if ( '' === $value ) {
			return '';
		}
		if ( ctype_digit( $value ) && strlen( ltrim( $value, '0' ) ) <= strlen( (string) $most ) && (int) $value >= 1 && (int) $value <= $most ) {
			return (string) (int) $value;
		}
		/* translators: %s: the most that can be set. */
		$rule = sprintf( __( 'It must be a whole number from 1 to %s.', 'largesse' ), number_format_i18n( $most ) );
		/* translators: 1: name of a field, 2: the rule that its value breaks, as a sentence. */
		RefusedInput::store( $name, sprintf( __( '%1$s was not saved. %2$s', 'largesse' ), self::labels()[ $name ], $rule ), $value );
		return $stored;
	}
}
