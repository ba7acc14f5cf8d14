<?php
/**
 * The columns of the list of registries.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

use Largesse\Feature;
use Largesse\Registry\ItemIds;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryPostType;
use WP_Post;
use WP_Query;

/**
 * Shows what a registry is for, when, how much is in it and who sees it. All of that stands in the post and its
 * meta, which WordPress has read for the list anyway.
 */
final class RegistryColumns implements Feature {

	private const OCCASION   = 'largesse_occasion';
	private const DATE       = 'largesse_date';
	private const ITEMS      = 'largesse_items';
	private const VISIBILITY = 'largesse_visibility';

	/** By what the address sorts by date. */
	private const ORDER = 'registry_event_date';

	/**
	 * Adds the hooks of this feature.
	 */
	public function register(): void {
		add_filter( 'manage_' . RegistryPostType::NAME . '_posts_columns', array( $this, 'name' ) );
		add_action( 'manage_' . RegistryPostType::NAME . '_posts_custom_column', array( $this, 'print_cell' ), 10, 2 );
		add_filter( 'manage_edit-' . RegistryPostType::NAME . '_sortable_columns', array( $this, 'make_sortable' ) );
		add_action( 'pre_get_posts', array( $this, 'sort' ) );
	}

	/**
	 * The columns and their names.
	 *
	 * @param array<string, string> $columns WordPress's columns.
	 * @return array<string, string>
	 */
	public function name( array $columns ): array {
		if ( isset( $columns['author'] ) ) {
			$columns['author'] = __( 'Owner', 'largesse' );
		}
		$own = array(
			self::OCCASION   => __( 'Occasion', 'largesse' ),
			self::DATE       => __( 'Date of the occasion', 'largesse' ),
			self::ITEMS      => __( 'Items', 'largesse' ),
			self::VISIBILITY => __( 'Visible to', 'largesse' ),
		);
		// Before the date of publication, which stays the last.
		return array_diff_key( $columns, array( 'date' => true ) ) + $own + array_intersect_key( $columns, array( 'date' => true ) );
	}

	/**
	 * Prints a cell.
	 *
	 * @param mixed $column Key of the column.
	 * @param mixed $id     Id of the registry.
	 */
	public function print_cell( mixed $column, mixed $id ): void {
		$registry = get_post( (int) $id );
		if ( ! $registry instanceof WP_Post ) {
			return;
		}
		match ( $column ) {
			self::OCCASION   => self::print_text( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_TYPE, true ) ),
			self::DATE       => self::print_date( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true ) ),
			self::ITEMS      => self::print_text( number_format_i18n( count( ItemIds::of( $registry->ID ) ) ) ),
			self::VISIBILITY => self::print_text( self::visibility( $registry ) ),
			default          => null,
		};
	}

	/**
	 * Lets the list be sorted by date.
	 *
	 * @param array<string, mixed> $columns Sortable columns.
	 * @return array<string, mixed>
	 */
	public function make_sortable( array $columns ): array {
		return array( self::DATE => array( self::ORDER, false, __( 'Date of the occasion', 'largesse' ), __( 'Table ordered by date of the occasion.', 'largesse' ) ) ) + $columns;
	}

	/**
	 * Sorts the list by date. Registries without one are part of it: before the others, or after them.
	 *
	 * @param WP_Query $query The query.
	 */
	public function sort( WP_Query $query ): void {
		if ( ! is_admin() || ! $query->is_main_query() || RegistryPostType::NAME !== $query->get( 'post_type' ) || self::ORDER !== $query->get( 'orderby' ) ) {
			return;
		}
		$order = 'desc' === strtolower( (string) $query->get( 'order' ) ) ? 'DESC' : 'ASC';
		$query->set(
			'meta_query',
			array(
				'relation' => 'OR',
				// It is sorted by this one: only here the database joins dates alone, and nothing where there is none.
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

	/**
	 * Who sees a registry, in words.
	 *
	 * @param WP_Post $registry The registry.
	 */
	public static function visibility( WP_Post $registry ): string {
		return match ( $registry->post_status ) {
			'publish' => '' === $registry->post_password ? __( 'Everybody', 'largesse' ) : __( 'Who knows the password', 'largesse' ),
			'private' => __( 'Invited people', 'largesse' ),
			'future'  => __( 'Nobody yet: scheduled', 'largesse' ),
			'trash'   => __( 'Nobody: in the trash', 'largesse' ),
			default   => __( 'Nobody yet: draft', 'largesse' ),
		};
	}

	/**
	 * A date as the site writes dates, as HTML; '' for none.
	 *
	 * @param string $date YYYY-MM-DD, or something else that was stored.
	 */
	public static function date( string $date ): string {
		$day = date_create_immutable_from_format( '!Y-m-d', $date, wp_timezone() );
		if ( ! $day ) {
			return '' === $date ? '' : '<bdi>' . PlainText::html( $date ) . '</bdi>';
		}
		return sprintf( '<time datetime="%s">%s</time>', esc_attr( $date ), esc_html( (string) wp_date( (string) get_option( 'date_format' ), $day->getTimestamp() ) ) );
	}

	/**
	 * Prints a date, or that there is none.
	 *
	 * @param string $date YYYY-MM-DD, or something else that was stored.
	 */
	private static function print_date( string $date ): void {
		$html = self::date( $date );
		echo '' === $html ? AffiliateLink::nothing() : $html; // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped where it is made.
	}

	/**
	 * Prints a text, or that there is none.
	 *
	 * @param string $text Plain text.
	 */
	private static function print_text( string $text ): void {
		echo '' === $text ? AffiliateLink::nothing() : '<bdi>' . PlainText::html( $text ) . '</bdi>'; // phpcs:ignore WordPress.Security.EscapeOutput -- PlainText escapes.
	}
}
