<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

use Largesse\Format\Csv;
use Largesse\Format\Price;
use Largesse\Giving\BoughtQuantities;
use Largesse\Registry\AnyNumber;

/** Writes a registry as JSON with everything, as a table (CSV), or as a page to print, which also contains the JSON. */
final class ExportFile {

	/** Media type of each format. */
	public const TYPES = array(
		'json' => 'application/json; charset=utf-8',
		'csv'  => 'text/csv; charset=utf-8',
		'html' => 'text/html; charset=utf-8',
	);

	/** Columns of the table. All are fields of a wish. `currency` is the site's if the wish has none. */
	private const COLUMNS = array( 'name', 'url', 'retailer', 'price', 'currency', 'quantity_needed', 'quantity_purchased', 'description', 'image_url', 'heading', 'most_wanted' );

	/**
	 * Renders a registry.
	 *
	 * @param array<string, mixed>  $exported          See ExportedRegistry.
	 * @param BoughtQuantities|null $bought_quantities Quantities that the reader may know; null for the quantities in `$exported`.
	 */
	public static function of( array $exported, string $format, ?BoughtQuantities $bought_quantities = null ): string {
		return match ( $format ) {
			'csv'   => self::csv( $exported ),
			'html'  => ExportPage::of( $exported, $bought_quantities ),
			default => wp_json_encode( $exported, JSON_PRETTY_PRINT | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES ) . "\n",
		};
	}

	/** Returns the file name: plain title, and date. @param array<string, mixed> $exported See ExportedRegistry. */
	public static function name( array $exported, string $format ): string {
		$title = substr( (string) preg_replace( '/[^a-z0-9]+/', '-', strtolower( remove_accents( $exported['registry']['title'] ) ) ), 0, 60 );
		$title = trim( $title, '-' );
		return ( '' === $title ? 'registry' : $title ) . '-' . wp_date( 'Y-m-d' ) . ".{$format}";
	}

	/** Renders the wishes as a table. @param array<string, mixed> $exported See ExportedRegistry. */
	private static function csv( array $exported ): string {
		$added = array_keys( array_merge( array(), ...array_column( $exported['wishes'], 'fields' ) ) );
		$lines = array( array( ...self::COLUMNS, ...$added ) );
		foreach ( $exported['wishes'] as $wish ) {
			$price   = null === $wish['price'] ? '' : str_replace( '.', Price::decimal_point(), (string) wp_json_encode( $wish['price'] ) );
			$cells   = array(
				'price'       => $price,
				'currency'    => '' === $price ? null : $wish['currency'] ?? $exported['currency'],
				'most_wanted' => $wish['most_wanted'] ? 'yes' : '',
			) + ( $wish[ AnyNumber::FIELD ] ?? false ? array( 'quantity_needed' => AnyNumber::WORD ) : array() ) + $wish + ( $wish['fields'] ?? array() );
			$lines[] = array_map( static fn ( string $column ): string => (string) ( $cells[ $column ] ?? '' ), $lines[0] );
		}
		return Csv::of( $lines, Price::decimal_point() );
	}
}
