<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

use Largesse\Api\Rules;
use Largesse\Html\Csv;
use Largesse\Registry\Invitees;
use WP_Error;

/**
 * Reads tables as spreadsheets write them (RFC 4180), with commas, semicolons or tabs between cells. The first line names the
 * columns, in English or German.
 */
final class CsvReader {

	/** What columns are called beside the names of the fields. */
	private const NAMES = array(
		'title'        => 'name',
		'wish'         => 'name',
		'item'         => 'name',
		'product'      => 'name',
		'bezeichnung'  => 'name',
		'titel'        => 'name',
		'wunsch'       => 'name',
		'artikel'      => 'name',
		'produkt'      => 'name',
		'address'      => 'url',
		'link'         => 'url',
		'website'      => 'url',
		'adresse'      => 'url',
		'webadresse'   => 'url',
		'shop'         => 'retailer',
		'store'        => 'retailer',
		'laden'        => 'retailer',
		'geschäft'     => 'retailer',
		'händler'      => 'retailer',
		'preis'        => 'price',
		'währung'      => 'currency',
		'quantity'     => 'quantity_needed',
		'wanted'       => 'quantity_needed',
		'anzahl'       => 'quantity_needed',
		'menge'        => 'quantity_needed',
		'note'         => 'description',
		'notes'        => 'description',
		'comment'      => 'description',
		'beschreibung' => 'description',
		'notiz'        => 'description',
		'kommentar'    => 'description',
		'image'        => 'image_url',
		'picture'      => 'image_url',
		'bild'         => 'image_url',
		'group'        => 'heading',
		'category'     => 'heading',
		'gruppe'       => 'heading',
		'kategorie'    => 'heading',
		'überschrift'  => 'heading',
	);

	/** What a cell of `most_wanted` says where it is true. */
	private const YES = array( 'yes', 'ja', 'true', '1', 'x' );

	/** Tells whether a text begins like a table of wishes. */
	public static function knows( string $text ): bool {
		return null !== self::separator( $text );
	}

	/** Reads a table. */
	public static function read( string $text ): FoundFile|WP_Error {
		$records = self::records( $text, (string) self::separator( $text ) );
		if ( is_wp_error( $records ) ) {
			return $records;
		}
		$header  = array_shift( $records )['cells'];
		$columns = array_map( self::field( ... ), $header );
		$is_own  = array_slice( $header, 0, count( ExportFile::COLUMNS ) ) === ExportFile::COLUMNS;
		$found   = array_map( static fn ( array $record ): FoundWish => self::wish( $record, $columns, $is_own ), $records );
		return new FoundFile( 'csv', $found );
	}

	/** Returns what separates the cells of the first line; null where that names no columns that we know. */
	private static function separator( string $text ): ?string {
		$line = strtok( substr( ltrim( $text ), 0, 2000 ), "\r\n" );
		foreach ( false === $line ? array() : array( ',', ';', "\t" ) as $separator ) {
			$cells  = self::records( (string) $line, $separator );
			$fields = array_map( self::field( ... ), is_wp_error( $cells ) ? array() : $cells[0]['cells'] ?? array() );
			$known  = array_filter( $fields, 'is_string' );
			// One column alone could be any text that begins with such a word.
			if ( array_intersect( array( 'name', 'url' ), $known ) && ( count( $known ) > 1 || count( $fields ) > 1 ) ) {
				return $separator;
			}
		}
		return null;
	}

	/** Returns the field that a column is about; null where we know none. */
	private static function field( string $column ): ?string {
		$name = str_replace( array( ' ', '-' ), '_', Invitees::normalize( $column ) );
		return self::NAMES[ $name ] ?? ( in_array( $name, ExportFile::COLUMNS, true ) && 'quantity_purchased' !== $name ? $name : null );
	}

	/**
	 * Makes a wish of a line.
	 *
	 * @param array{line: int, cells: list<string>} $record  The line.
	 * @param list<string|null>                     $columns The field of each column.
	 * @param bool                                  $is_own  Whether Largesse has written the table.
	 */
	private static function wish( array $record, array $columns, bool $is_own ): FoundWish {
		$cells = array();
		foreach ( $columns as $index => $field ) {
			if ( null !== $field && '' !== ( $record['cells'][ $index ] ?? '' ) ) {
				$cells += array( $field => Csv::original( $record['cells'][ $index ] ) );
			}
		}
		$currency = trim( $cells['currency'] ?? '' );
		if ( isset( $cells['price'] ) ) {
			$currency       = '' === $currency ? (string) Amount::currency( $cells['price'] ) : $currency;
			$number         = $is_own ? filter_var( str_replace( ',', '.', $cells['price'] ), FILTER_VALIDATE_FLOAT ) : Amount::number( $cells['price'] );
			$cells['price'] = is_float( $number ) ? $number : $cells['price'];
		}
		if ( isset( $cells['quantity_needed'] ) ) {
			$number                   = filter_var( trim( $cells['quantity_needed'] ), FILTER_VALIDATE_INT );
			$cells['quantity_needed'] = false === $number ? $cells['quantity_needed'] : $number;
		}
		$cells['most_wanted'] = in_array( Invitees::normalize( $cells['most_wanted'] ?? '' ), self::YES, true );
		return ( new FoundWish( $record['line'], $cells ) )->in_currency( $currency );
	}

	/**
	 * Takes a table apart. Lines without any text are left out.
	 *
	 * @param string $separator What stands between cells.
	 * @return list<array{line: int, cells: list<string>}>|WP_Error With the line at which each begins.
	 */
	private static function records( string $text, string $separator ): array|WP_Error {
		$records = array();
		$end     = strlen( $text );
		$line    = 1;
		$place   = 0;
		while ( $place < $end ) {
			$record = array(
				'line'  => $line,
				'cells' => array(),
			);
			do {
				$began = $place;
				$cell  = self::cell( $text, $separator, $place );
				if ( null === $cell ) {
					/* translators: %s: number of a line. */
					return FileErrors::of( sprintf( __( 'Line %s: a quotation mark begins a cell and nothing ends it. Please save the table once more as CSV.', 'largesse' ), number_format_i18n( $line ) ) );
				}
				$record['cells'][] = $cell;

				$line   += self::line_ends( substr( $text, $began, $place - $began ) );
				$is_more = substr( $text, $place, 1 ) === $separator;
				$place  += $is_more ? 1 : 0;
			} while ( $is_more );
			if ( $place < $end ) {
				$place += "\r\n" === substr( $text, $place, 2 ) ? 2 : 1;
				++$line;
			}
			if ( '' !== trim( implode( '', $record['cells'] ) ) ) {
				$records[] = $record;
			}
			if ( count( $records ) > Rules::MAX_FILE_WISHES + 1 ) {
				return FileErrors::too_many();
			}
		}
		return $records;
	}

	/**
	 * Reads a cell.
	 *
	 * @param int $place Where it begins; afterwards, where it ends.
	 * @return string|null Null where a quotation mark is not closed.
	 */
	private static function cell( string $text, string $separator, int &$place ): ?string {
		$cell = '';
		if ( '"' === ( $text[ $place ] ?? '' ) ) {
			do {
				$close = strpos( $text, '"', $place + 1 );
				if ( false === $close ) {
					return null;
				}
				$is_sign = '"' === ( $text[ $close + 1 ] ?? '' );
				$cell   .= substr( $text, $place + 1, $close - $place - ( $is_sign ? 0 : 1 ) );
				$place   = $close + 1;
			} while ( $is_sign );
		}
		// What stands behind a closed quotation mark belongs to the cell, as spreadsheets read it.
		$length = strcspn( $text, "{$separator}\r\n", $place );
		$cell  .= substr( $text, $place, $length );
		$place += $length;
		return $cell;
	}

	/** Counts the line ends in a text: CR LF, LF or CR. */
	private static function line_ends( string $text ): int {
		return substr_count( $text, "\n" ) + substr_count( $text, "\r" ) - substr_count( $text, "\r\n" );
	}
}
