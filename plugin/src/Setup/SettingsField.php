<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Largesse\Html\Template;

/** Prints fields of the settings with their explanations. */
final class SettingsField {

	/**
	 * Prints a field of one line.
	 *
	 * @param string                         $name        Name of the option.
	 * @param string                         $about       The explanation.
	 * @param array<string, int|string|null> $attributes  Additional attributes. If the field already has an attribute,
	 *                                                    the value here replaces its value; null removes it.
	 * @param list<string>                   $suggestions Suggested values.
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
	 * @param string      $name    Name of the option.
	 * @param string      $message Plain text that names the field and the reason.
	 * @param string|null $typed   Value to show in the form again, which must not be a secret; null for none.
	 */
	public static function refuse( string $name, string $message, ?string $typed ): void {
		add_settings_error( $name, $name, esc_html( $message ) );
		$GLOBALS['wp_settings_errors'][ array_key_last( $GLOBALS['wp_settings_errors'] ) ]['typed'] = $typed;
	}

	/** Returns the value of an option that was just refused; null if there is none. */
	public static function refused( string $name ): ?string {
		return array_column( get_settings_errors( $name ), 'typed' )[0] ?? null;
	}

	/** Prints the explanation of an option that has no field. */
	public static function note( string $name, string $text ): void {
		Template::print( 'setup/field-note', compact( 'name', 'text' ) );
	}
}
