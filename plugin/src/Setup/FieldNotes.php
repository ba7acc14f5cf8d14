<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Largesse\Html\Template;

/**
 * Prints notes and attributes for fields of the settings.
 */
final class FieldNotes {

	/** Prints the description of a field, whose `aria-describedby` is `<name>_about`. */
	public static function show_about( string $name, string ...$sentences ): void {
		Template::print(
			'setup/field-note',
			array(
				'name' => $name,
				'text' => implode( ' ', $sentences ),
			)
		);
	}

	/** Returns the HTML attribute of a field whose value was refused. */
	public static function invalid( string $name ): string {
		return get_settings_errors( $name ) ? ' aria-invalid="true"' : '';
	}
}
