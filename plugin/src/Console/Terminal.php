<?php
declare( strict_types=1 );

namespace Largesse\Console;

use function WP_CLI\Utils\format_items;

/**
 * Makes text fit for a terminal: members write titles, and a terminal obeys what stands between control characters.
 */
final class Terminal {

	/** Control characters, and those that turn the direction of what follows. */
	private const CONTROLS = '/[\x{00}-\x{1F}\x{7F}-\x{9F}\x{061C}\x{200E}\x{200F}\x{2028}-\x{202E}\x{2066}-\x{2069}]+/u';

	/**
	 * Puts a space in the place of whatever a terminal would obey.
	 *
	 * @param string $text Anybody's text.
	 */
	public static function safe( string $text ): string {
		return preg_replace( self::CONTROLS, ' ', $text ) ?? (string) preg_replace( '/[^\x20-\x7E]+/', ' ', $text );
	}

	/**
	 * Does the same for everything in a list or a row.
	 *
	 * @param array<array-key, mixed> $values Rows, values, or lists of them.
	 * @return array<array-key, mixed>
	 */
	public static function safe_all( array $values ): array {
		return map_deep( $values, static fn ( mixed $value ): mixed => is_string( $value ) ? self::safe( $value ) : $value );
	}

	/**
	 * Prints rows as the options say.
	 *
	 * @param array<string, mixed>       $options The options of the command.
	 * @param list<array<string, mixed>> $rows    The rows.
	 * @param list<string>               $fields  Fields where the options name none.
	 */
	public static function print( array $options, array $rows, array $fields ): void {
		$format = (string) ( $options['format'] ?? 'table' );
		$rows   = 'ids' === $format ? array_column( $rows, 'id' ) : self::safe_all( $rows );
		format_items( $format, $rows, $options['fields'] ?? $fields );
	}
}
