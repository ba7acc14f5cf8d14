<?php
declare( strict_types=1 );

namespace Largesse\Screens;

use Largesse\Registry\Grouping;
use Largesse\Registry\Occasion;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryPostType;
use WP_Post;

/**
 * Adds columns to the list of registries: occasion, date, number of items, and visibility. All data is in the post and
 * the post meta, which WordPress has already loaded for the list.
 */
final class RegistryColumns {

	private const OCCASION   = 'largesse_occasion';
	private const DATE       = 'largesse_date';
	private const ITEMS      = 'largesse_items';
	private const VISIBILITY = 'largesse_visibility';

	/**
	 * Adds the columns with their names.
	 *
	 * @param array<string, string> $columns
	 * @return array<string, string>
	 */
	public static function add_columns( array $columns ): array {
		if ( isset( $columns['author'] ) ) {
			$columns['author'] = __( 'Owner', 'largesse' );
		}
		$own = array(
			self::OCCASION   => __( 'Occasion', 'largesse' ),
			self::DATE       => __( 'Date of the occasion', 'largesse' ),
			self::ITEMS      => __( 'Items', 'largesse' ),
			self::VISIBILITY => __( 'Visible to', 'largesse' ),
		);
		// Insert the columns before the publication date, which stays last.
		return array_diff_key( $columns, array( 'date' => true ) ) + $own + array_intersect_key( $columns, array( 'date' => true ) );
	}

	/** Prints a cell. @param mixed $column Key of the column. */
	public static function print_cell( mixed $column, mixed $id ): void {
		$registry = get_post( (int) $id );
		if ( ! $registry instanceof WP_Post ) {
			return;
		}
		// phpcs:disable WordPress.Security.EscapeOutput.OutputNotEscaped -- Cells are HTML.
		echo match ( $column ) {
			self::OCCASION   => Cell::text( Occasion::type( $registry ) ),
			self::DATE       => Cell::date( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true ) ),
			self::ITEMS      => Cell::text( number_format_i18n( count( Grouping::order( $registry->ID ) ) ) ),
			self::VISIBILITY => Cell::text( Cell::visibility( $registry ) ),
			default          => '',
		};
		// phpcs:enable
	}
}
