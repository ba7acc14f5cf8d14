<?php
declare( strict_types=1 );

namespace Largesse\Screens;

use Largesse\Registry\Grouping;
use Largesse\Registry\Occasion;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryPostType;
use WP_Post;
use WP_Query;

/**
 * Adds columns to the list of registries: occasion, date, number of items, and visibility. All data is in the post and
 * the post meta, which WordPress has already loaded for the list.
 */
final class RegistryColumns {

	private const OCCASION   = 'largesse_occasion';
	private const DATE       = 'largesse_date';
	private const ITEMS      = 'largesse_items';
	private const VISIBILITY = 'largesse_visibility';

	/** Value of the query parameter `orderby` that sorts by the date of the occasion. */
	private const ORDER = RegistryMeta::EVENT_DATE;

	/**
	 * Adds the columns with their names.
	 *
	 * @param array<string, string> $columns WordPress's columns.
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

	/**
	 * Prints a cell.
	 *
	 * @param mixed $column Key of the column.
	 * @param mixed $id     Id of the registry.
	 */
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

	/**
	 * Makes the date column sortable.
	 *
	 * @param array<string, mixed> $columns Sortable columns.
	 * @return array<string, mixed>
	 */
	public static function make_sortable( array $columns ): array {
		return array( self::DATE => array( self::ORDER, false, __( 'Date of the occasion', 'largesse' ), __( 'Table ordered by date of the occasion.', 'largesse' ) ) ) + $columns;
	}

	/** Sorts the list by date. Registries without a date stay in the list, before or after all other registries. */
	public static function sort( WP_Query $query ): void {
		if ( ! is_admin() || ! $query->is_main_query() || RegistryPostType::NAME !== $query->get( 'post_type' ) || self::ORDER !== $query->get( 'orderby' ) ) {
			return;
		}
		$order = 'desc' === strtolower( (string) $query->get( 'order' ) ) ? 'DESC' : 'ASC';
		$query->set(
			'meta_query',
			array(
				'relation' => 'OR',
				// The query sorts by this clause. Its join finds the date of each registry, or NULL if there is none.
				'date'     => array(
					'key'     => RegistryMeta::EVENT_DATE,
					'compare' => 'NOT EXISTS',
				),
				array(
					'key'     => RegistryMeta::EVENT_DATE,
					'compare' => 'EXISTS',
				),
			)
		);
		$query->set(
			'orderby',
			array(
				'date' => $order,
				'ID'   => $order,
			)
		);
	}
}
