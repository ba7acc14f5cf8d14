<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Largesse\Html\Template;
use Largesse\Setting;

/** Shows the checkboxes, choices and numbers on the settings page, and checks their input. */
final class OptionFields {

	/** Prints a field. */
	public static function show( Setting $field ): void {
		if ( '' !== $field->box ) {
			self::show_box( $field );
		} elseif ( $field->choices ) {
			self::show_choice( $field );
		} else {
			self::show_number( $field );
		}
	}

	/**
	 * Returns the value to store. An unknown value, or a form without the field, changes nothing. An invalid number also
	 * causes an error message.
	 *
	 * @param mixed $input Value from the form; null if it is missing.
	 */
	public static function accept( Setting $field, mixed $input ): string {
		if ( '' !== $field->box ) {
			return null === $input ? self::stored( $field ) : ( '1' === $input ? '1' : '' );
		}
		if ( $field->choices ) {
			return is_string( $input ) && isset( $field->choices[ $input ] ) ? $input : self::chosen( $field );
		}
		return is_scalar( $input ) ? self::accept_number( $field, trim( (string) $input ) ) : self::stored( $field );
	}

	private static function show_box( Setting $field ): void {
		Template::print(
			'setup/checkbox',
			array(
				'name'       => $field->option,
				'label'      => $field->box,
				'is_checked' => '1' === get_option( $field->option, '' ),
				'about'      => $field->about,
			)
		);
	}

	private static function show_choice( Setting $field ): void {
		Template::print(
			'setup/select',
			array(
				'name'    => $field->option,
				'value'   => self::chosen( $field ),
				'choices' => $field->choices,
				'about'   => $field->about,
			)
		);
	}

	private static function show_number( Setting $field ): void {
		$rule       = sprintf(
			/* translators: 1: maximum value, 2: default value. */
			__( 'From 1 to %1$s; %2$s if the field is empty.', 'largesse' ),
			number_format_i18n( $field->maximum ),
			number_format_i18n( (int) $field->standard )
		);
		$attributes = array(
			'inputmode' => 'numeric',
			'class'     => 'small-text',
		);
		SettingsField::input( $field->option, SettingsField::refused( $field->option ) ?? self::stored( $field ), "{$field->about} {$rule}", $attributes );
	}

	/** Returns the number to store. An invalid number changes nothing and causes an error message. */
	private static function accept_number( Setting $field, string $value ): string {
		if ( '' === $value ) {
			return '';
		}
		if ( ctype_digit( $value ) && strlen( ltrim( $value, '0' ) ) <= strlen( (string) $field->maximum ) && (int) $value >= 1 && (int) $value <= $field->maximum ) {
			return (string) (int) $value;
		}
		/* translators: %s: the most that can be set. */
		$rule = sprintf( __( 'It must be a whole number from 1 to %s.', 'largesse' ), number_format_i18n( $field->maximum ) );
		/* translators: 1: name of a field, 2: the rule that its value breaks, as a sentence. */
		SettingsField::refuse( $field->option, sprintf( __( '%1$s was not saved. %2$s', 'largesse' ), $field->label, $rule ), $value );
		return self::stored( $field );
	}

	/** Returns the stored choice; the default if no valid choice is stored. */
	private static function chosen( Setting $field ): string {
		$stored = get_option( $field->option, '' );
		return is_string( $stored ) && isset( $field->choices[ $stored ] ) ? $stored : (string) $field->standard;
	}

	/** Returns the stored value; '' for none. */
	private static function stored( Setting $field ): string {
		return (string) get_option( $field->option, '' );
	}
}
