<?php
declare( strict_types=1 );

namespace Largesse\Owner;

/**
 * Writes the list of gifts as a file for spreadsheets: CSV in UTF-8 with the mark by which Excel knows it.
 */
final class GiftsFile {

	/** What begins a formula in a spreadsheet, also in wide letters and after white space. */
	private const FORMULA = '/^\s*[=+\-@\t\r\x{FF1D}\x{FF0B}\x{FF0D}\x{FF20}]/u';

	/** Returns the file. */
	public static function csv( Gifts $gifts ): string {
		$lines = array( array( __( 'Wish', 'largesse' ), __( 'How many', 'largesse' ), __( 'Who', 'largesse' ), __( 'Message', 'largesse' ), __( 'When', 'largesse' ), __( 'Thanked', 'largesse' ) ) );
		foreach ( $gifts->rows as $row ) {
			$thanked = $row['is_thanked'] ? __( 'Yes', 'largesse' ) : __( 'No', 'largesse' );
			$lines[] = array( $row['wish'], $row['quantity'], $row['who'], $row['message'], (string) wp_date( 'Y-m-d', $row['time'] ), $row['is_own'] ? '' : $thanked );
		}
		foreach ( $gifts->counts as $count ) {
			$lines[] = array( $count['wish'], $count['quantity'], '', '', '', '' );
		}
		return "\u{FEFF}" . implode( '', array_map( self::line( ... ), $lines ) );
	}

	/**
	 * Writes a line.
	 *
	 * @param list<string|int> $cells The cells.
	 */
	private static function line( array $cells ): string {
		global $wp_locale;
		// Excel separates by what the language does not need in numbers.
		$separator = ',' === ( $wp_locale->number_format['decimal_point'] ?? '.' ) ? ';' : ',';
		return implode( $separator, array_map( static fn ( string|int $cell ) => '"' . str_replace( '"', '""', self::harmless( (string) $cell ) ) . '"', $cells ) ) . "\r\n";
	}

	/** Returns a text so that no spreadsheet takes it for a formula. */
	private static function harmless( string $text ): string {
		return preg_match( self::FORMULA, $text ) ? "'{$text}" : $text;
	}
}
