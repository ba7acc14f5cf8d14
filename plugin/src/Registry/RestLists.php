<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Service\Rules;
use WP_REST_Request;

/**
 * Limits lists of registries, and their totals and pages, to registries that the caller may read. WordPress counts
 * first and filters afterwards, so that its totals would reveal other people's private registries.
 */
final class RestLists {

	/** Parameter that selects registries that the caller co-owns, and its only value. */
	private const ROLE     = 'largesse_role';
	private const CO_OWNER = 'co-owner';

	/** Sort keys for which registries may be equal. */
	private const AMBIGUOUS_ORDERS = array( 'author', 'date', 'modified', 'title' );

	/**
	 * Adds the parameter that selects registries that the caller co-owns.
	 *
	 * @param array<string, mixed> $params Parameters of the list.
	 * @return array<string, mixed>
	 */
	public function add_role( array $params ): array {
		$params[ self::ROLE ] = array(
			'description' => __( 'Limits the list to other people’s registries that the caller co-owns.', 'largesse' ),
			'type'        => 'string',
			'enum'        => array( self::CO_OWNER ),
		);
		return $params;
	}

	/**
	 * Limits a query to registries that the caller may read, and makes its order unambiguous.
	 *
	 * @param array<string, mixed> $query Query of the list.
	 * @return array<string, mixed>
	 */
	public function limit( array $query, WP_REST_Request $request ): array {
		$query['perm'] = 'readable'; // Private registries: the caller's own, or all for an administrator.
		$statuses      = (array) ( $query['post_status'] ?? array() );
		// 'perm' handles no other status, and "any" bypasses it. Lists with the context "edit" contain passwords.
		if ( self::CO_OWNER === $request[ self::ROLE ] ) {
			$query = self::only_co_owned( $query );
		} elseif ( ! current_user_can( 'edit_others_registries' ) && ( 'edit' === $request['context'] || array_diff( $statuses, Rules::REGISTRY_STATUSES ) ) ) {
			$query = $this->only_own( $query );
		}
		$orderby = $query['orderby'] ?? 'date';
		if ( in_array( $orderby, self::AMBIGUOUS_ORDERS, true ) ) {
			$order            = $query['order'] ?? 'desc';
			$query['orderby'] = array(
				$orderby => $order,
				'ID'     => $order,
			);
		}
		return $query;
	}

	/**
	 * Limits the authors of a query to the caller.
	 *
	 * @param array<string, mixed> $query Query of the list.
	 * @return array<string, mixed>
	 */
	private function only_own( array $query ): array {
		$authors = array( get_current_user_id() );
		if ( ! empty( $query['author__in'] ) ) {
			$authors = array_intersect( $authors, array_map( 'intval', $query['author__in'] ) );
		}
		$authors = array_diff( $authors, array_map( 'intval', $query['author__not_in'] ?? array() ) );
		// WP_Query ignores 'author__in' if it is empty, or if there is an 'author__not_in'.
		unset( $query['author__not_in'] );
		$query['author__in'] = $authors ? array_values( $authors ) : array( 0 );
		return $query;
	}

	/**
	 * Limits a query to registries that the caller co-owns. They may edit all of them in any requested status; 'perm'
	 * would drop the private ones.
	 *
	 * @param array<string, mixed> $query Query of the list.
	 * @return array<string, mixed>
	 */
	private static function only_co_owned( array $query ): array {
		$ids = array_column( NamedRegistries::co_owned( wp_get_current_user() ), 'ID' );
		if ( ! empty( $query['post__in'] ) ) {
			$ids = array_intersect( $ids, array_map( 'intval', $query['post__in'] ) );
		}
		// WP_Query ignores 'post__not_in' if there is a 'post__in'.
		$ids = array_diff( $ids, array_map( 'intval', $query['post__not_in'] ?? array() ) );
		unset( $query['perm'], $query['post__not_in'] );
		$query['post__in'] = $ids ? array_values( $ids ) : array( 0 );
		return $query;
	}
}
