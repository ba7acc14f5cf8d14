<?php
declare( strict_types=1 );

namespace Largesse\Pages\Screens;

use Largesse\Foundation\Format\Number;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\WishOrder;
use WP_Post;
use WP_Query;

/**
 * Adapts WordPress's list of posts to registries. Members who are not administrators see only their own registries.
 * Otherwise, they would see the titles of all drafts.
 *
 * Quick Edit preserves the owner; WordPress would make the current user the owner. Quick Edit and bulk edit preserve
 * the story; WordPress would remove HTML that the current user may not write.
 */
final class RegistryList {

	private const OCCASION   = 'largesse_occasion';
	private const DATE       = 'largesse_date';
	private const ITEMS      = 'largesse_items';
	private const VISIBILITY = 'largesse_visibility';

	/** Adds columns. WordPress has already loaded their data for the list. */
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
		return array_diff_key(
			$columns,
			array( 'date' => true )
		) + $own + array_intersect_key( $columns, array( 'date' => true ) );
	}

	public static function print_cell( mixed $column, mixed $id ): void {
		$registry = get_post( (int) $id );
		if ( ! $registry instanceof WP_Post ) {
			return;
		}
		// phpcs:disable WordPress.Security.EscapeOutput.OutputNotEscaped -- Cells are HTML.
		echo match ( $column ) {
			self::OCCASION   => Cell::text( Occasion::type( $registry ) ),
			self::DATE       => Cell::date( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true ) ),
			self::ITEMS      => Cell::text( Number::text( count( WishOrder::of( $registry->ID )->ids ) ) ),
			self::VISIBILITY => Cell::text( Cell::visibility( $registry ) ),
			default          => '',
		};
		// phpcs:enable
	}

	/** Limits the list to the user's own registries if the user may not list others. */
	public static function limit( WP_Query $query ): void {
		if ( $query->is_main_query() && self::is_limited( $query->get( 'post_type' ) ) ) {
			$query->set( 'author', get_current_user_id() );
		}
	}

	/** Counts only own registries if the list is limited to them. @param mixed $counts Number of posts by status. */
	public static function count( mixed $counts, mixed $type ): mixed {
		if ( ! is_object( $counts ) || ! self::is_limited( $type ) ) {
			return $counts;
		}
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- There is no function that counts one author's posts by status.
		$rows = $wpdb->get_results(
			$wpdb->prepare(
				"SELECT post_status, COUNT(*) AS number FROM {$wpdb->posts} WHERE post_type = %s AND post_author = %d GROUP BY post_status",
				RegistryPostType::NAME,
				get_current_user_id()
			)
		);
		$own  = array_fill_keys( array_keys( get_object_vars( $counts ) ), 0 );
		foreach ( $rows as $row ) {
			$own[ $row->post_status ] = (int) $row->number;
		}
		return (object) $own;
	}

	/**
	 * Offers every member as a possible owner in Quick Edit. WordPress would offer only users with stored capabilities,
	 * but capabilities on registries are never stored.
	 */
	public static function offer_all_members( array $users ): array {
		if ( RegistryPostType::NAME === get_current_screen()?->post_type ) {
			unset( $users['capability'] );
		}
		return $users;
	}

	/**
	 * Preserves the owner in Quick Edit if the user has not chosen another owner. Also preserves the texts that Quick
	 * Edit does not show.
	 */
	public static function preserve_owner(): void {
		// phpcs:disable WordPress.Security.NonceVerification.Missing -- This changes nothing; WordPress checks the nonce afterwards.
		$registry = isset( $_POST['post_ID'] ) && is_scalar( $_POST['post_ID'] )
			? get_post( absint( $_POST['post_ID'] ) )
			: null;
		if ( ! RegistryPostType::is( $registry ) ) {
			return;
		}
		// Do not add the author to a co-owner's request, because WordPress would refuse the request. CoOwnersLimits
		// preserves the author instead.
		if (
			empty( $_POST['post_author'] )
			&& ( current_user_can( 'edit_others_registries' ) || get_current_user_id() === (int) $registry->post_author )
		) {
			$_POST['post_author'] = $registry->post_author;
		}
		// phpcs:enable
		self::preserve_texts();
	}

	/** Prevents WordPress from changing a story during Quick Edit and bulk edit. */
	public static function preserve_texts(): void {
		add_filter( 'wp_insert_post_data', array( self::class, 'with_stored_texts' ), 0, 2 );
	}

	/**
	 * Returns the data to be stored, with the texts that the registry already has.
	 *
	 * @param array<string, mixed> $data Data to be stored, slashed.
	 * @param array<string, mixed> $sent Submitted data.
	 */
	public static function with_stored_texts( array $data, array $sent ): array {
		$registry = get_post( (int) ( $sent['ID'] ?? 0 ) );
		if ( ! RegistryPostType::is( $registry ) ) {
			return $data;
		}
		$texts = array(
			'post_content' => $registry->post_content,
			'post_excerpt' => $registry->post_excerpt,
		);
		return wp_slash( $texts ) + $data;
	}

	private static function is_limited( mixed $type ): bool {
		return is_admin() && RegistryPostType::NAME === $type && ! current_user_can( 'edit_others_registries' );
	}
}
