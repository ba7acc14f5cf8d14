<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Format;

/**
 * Writes tables for spreadsheets (RFC 4180) in UTF-8, with a byte order mark for Excel. Text that a spreadsheet would
 * run as a formula gets a leading apostrophe. The import removes the apostrophe.
 */
final class Csv {

	private const MARK = "\u{FEFF}";

	/** Beginning of a formula in a spreadsheet. The sign may be a full-width form, and white space may precede it. */
	private const FORMULA = '\s*[=+\-@\t\r\x{FF1D}\x{FF0B}\x{FF0D}\x{FF20}]';

	/**
	 * Writes a table.
	 *
	 * @param list<list<string|int>> $lines Lines of the table, each a list of cells.
	 * @param string $decimal_point Decimal sign of the site's language. With a comma, Excel expects semicolons between
	 *         cells.
	 */
	public static function of( array $lines, string $decimal_point ): string {
		$separator = ',' === $decimal_point ? ';' : ',';
		return self::MARK . implode(
			'',
			array_map( static fn ( array $cells ): string => self::line( $cells, $separator ), $lines )
		);
	}

	private static function line( array $cells, string $separator ): string {
		return implode(
			$separator,
			array_map(
				static fn ( string|int $cell ) => '"' . str_replace( '"', '""', self::escape_formula( (string) $cell ) ) . '"',
				$cells
			)
		) . "\r\n";
	}

	private static function escape_formula( string $text ): string {
		return preg_match( "/^'*" . self::FORMULA . '/u', $text ) ? "'{$text}" : $text;
	}
}
