<?php
declare( strict_types=1 );

namespace Largesse\Setup;

/**
 * Prints what belongs to a field of the settings besides its value.
 */
final class FieldNotes {

	/** Prints what one should know of a field, whose `aria-describedby` is `<name>_about`. */
	public static function show_about( string $name, string ...$sentences ): void {
		printf( '<p class="description" id="%s_about">%s</p>', esc_attr( $name ), esc_html( implode( ' ', $sentences ) ) );
	}

	/** Returns the attribute of a field whose value was refused, as HTML. */
	public static function invalid( string $name ): string {
		return get_settings_errors( $name ) ? ' aria-invalid="true"' : '';
	}
}
