<?php
declare( strict_types=1 );

namespace Largesse\Html;

/**
 * Writes tables for spreadsheets, as RFC 4180 has them: in UTF-8, with the mark by which Excel knows that. Text that a
 * spreadsheet would run as a formula gets an apostrophe in front, which the importing page takes off again.
 */
final class Csv {

	/** Marks a file as UTF-8. */
	public const MARK = "\u{FEFF}";

	/** What begins a formula in a spreadsheet, also in wide letters, after white space, and after an apostrophe. */
	private const FORMULA = '\s*[=+\-@\t\r\x{FF1D}\x{FF0B}\x{FF0D}\x{FF20}]';

	/** Returns what stands between cells: what the site's language does not need in numbers, as Excel expects. */
	public static function separator(): string {
		return ',' === self::decimal_point() ? ';' : ',';
	}

	/** Returns what the site's language writes before the decimals of a number: "." or ",". */
	public static function decimal_point(): string {
		global $wp_locale;
		return ',' === ( $wp_locale->number_format['decimal_point'] ?? '.' ) ? ',' : '.';
	}

	/**
	 * Writes a table.
	 *
	 * @param list<list<string|int>> $lines Its lines, each with its cells.
	 */
	public static function of( array $lines ): string {
		return self::MARK . implode( '', array_map( self::line( ... ), $lines ) );
	}

	/**
	 * Writes a line.
	 *
	 * @param list<string|int> $cells The cells.
	 */
	private static function line( array $cells ): string {
		return implode( self::separator(), array_map( static fn ( string|int $cell ) => '"' . str_replace( '"', '""', self::harmless( (string) $cell ) ) . '"', $cells ) ) . "\r\n";
	}

	/** Returns a text so that no spreadsheet takes it for a formula. */
	private static function harmless( string $text ): string {
		return preg_match( "/^'*" . self::FORMULA . '/u', $text ) ? "'{$text}" : $text;
	}
}
