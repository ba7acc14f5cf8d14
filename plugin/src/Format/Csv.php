<?php
declare( strict_types=1 );

namespace Largesse\Format;

/**
 * Writes tables for spreadsheets, as RFC 4180 has them: in UTF-8, with the mark by which Excel knows that. Text that a
 * spreadsheet would run as a formula gets an apostrophe in front, which the importing page takes off again.
 */
final class Csv {

	/** Marks a file as UTF-8. */
	public const MARK = "\u{FEFF}";

	/** What begins a formula in a spreadsheet, also in wide letters, after white space, and after an apostrophe. */
	private const FORMULA = '\s*[=+\-@\t\r\x{FF1D}\x{FF0B}\x{FF0D}\x{FF20}]';

	/**
	 * Writes a table.
	 *
	 * @param list<list<string|int>> $lines         Its lines, each with its cells.
	 * @param string                 $decimal_point Decimal sign of the site's language. With a comma, Excel
	 *                                              expects semicolons between cells.
	 */
	public static function of( array $lines, string $decimal_point ): string {
		$separator = ',' === $decimal_point ? ';' : ',';
		return self::MARK . implode( '', array_map( static fn ( array $cells ): string => self::line( $cells, $separator ), $lines ) );
	}

	/**
	 * Writes a line.
	 *
	 * @param list<string|int> $cells The cells.
	 */
	private static function line( array $cells, string $separator ): string {
		return implode( $separator, array_map( static fn ( string|int $cell ) => '"' . str_replace( '"', '""', self::harmless( (string) $cell ) ) . '"', $cells ) ) . "\r\n";
	}

	/** Returns a text so that no spreadsheet takes it for a formula. */
	private static function harmless( string $text ): string {
		return preg_match( "/^'*" . self::FORMULA . '/u', $text ) ? "'{$text}" : $text;
	}
}
