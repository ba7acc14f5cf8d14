<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Largesse\Html\Template;
use Largesse\Setting;

/** Prints fields of the settings with their explanations, and checks the input of declared fields. */
final class SettingsFields {

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
			$rule = sprintf( __( 'From 1 to %1$s; %2$s if the field is empty.', 'largesse' ), number_format_i18n( $field->maximum ), number_format_i18n( (int) $field->standard ) );
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
			array() !== $field->suggestions => preg_match( '/^[A-Z]{3}\z/', strtoupper( $typed ) ) ? strtoupper( $typed ) : false,
			ctype_digit( $typed )           => filter_var( ltrim( $typed, '0' ), FILTER_VALIDATE_INT, array( 'options' => $limits ) ),
			default                         => false,
		};
		if ( '' === $typed || false !== $value ) {
			return (string) $value;
		}
		$rule = $field->suggestions
			? __( 'It must be a code of three letters, such as EUR.', 'largesse' )
			/* translators: %s: the most that can be set. */
			: sprintf( __( 'It must be a whole number from 1 to %s.', 'largesse' ), number_format_i18n( $field->maximum ) );
		self::refuse( $field->option, $field->label, $rule, $typed );
		return self::stored( $field );
	}

	/**
	 * Prints a field of one line.
	 *
	 * @param array<string, int|string|null> $attributes  Additional attributes. If the field already has an attribute,
	 *                                                    the value here replaces its value; null removes it.
	 * @param string                         $removal     Text beside a box that removes the stored value; '' for no box.
	 */
	public static function input( string $name, string $value, string $about, array $attributes, array $suggestions = array(), string $removal = '' ): void {
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
		$attributes = array_filter( array( ...$common, ...$attributes ), static fn ( int|string|null $value ): bool => null !== $value );
		Template::print( 'setup/input', compact( 'name', 'attributes', 'suggestions', 'about', 'removal' ) );
	}

	/**
	 * Shows a message that a value was refused. WordPress stores its messages for the next page, and with this one also
	 * what was typed.
	 *
	 * @param string|null $typed Value to show in the form again, which must not be a secret; null for none.
	 */
	public static function refuse( string $name, string $label, string $rule, ?string $typed ): void {
		/* translators: 1: name of a field, 2: the rule that its value breaks, as a sentence. */
		add_settings_error( $name, $name, esc_html( sprintf( __( '%1$s was not saved. %2$s', 'largesse' ), $label, $rule ) ) );
		$GLOBALS['wp_settings_errors'][ array_key_last( $GLOBALS['wp_settings_errors'] ) ]['typed'] = $typed;
	}

	/** Returns the value of an option that was just refused; null if there is none. */
	public static function refused( string $name ): ?string {
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
