<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Api\Rules;
use Largesse\Feature;
use WP_REST_Request;

/**
 * Makes lists of registries count and page only what the caller may read. WordPress itself drops what is not
 * readable after it has counted, so that totals tell of other people's private registries.
 */
final class RestLists implements Feature {

	/** Orders in which two registries may be equal. */
	private const AMBIGUOUS_ORDERS = array( 'author', 'date', 'modified', 'title' );

	/** Adds the hooks of this feature. */
	public function register(): void {
		add_filter( 'rest_' . RegistryPostType::NAME . '_query', array( $this, 'limit' ), 10, 2 );
	}

	/**
	 * Limits a query to what the caller may read, and makes its order definite.
	 *
	 * @param array<string, mixed> $query Query of the list.
	 * @return array<string, mixed>
	 */
	public function limit( array $query, WP_REST_Request $request ): array {
		$query['perm'] = 'readable'; // private: the caller's own, or all for an administrator.
		$statuses      = (array) ( $query['post_status'] ?? array() );
		// 'perm' knows no other status, and "any" passes it by; a list to edit shows passwords.
		$own_only = 'edit' === $request['context'] || array_diff( $statuses, Rules::REGISTRY_STATUSES );
		if ( $own_only && ! current_user_can( 'edit_others_registries' ) ) {
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
	 * Takes everyone but the caller out of the authors that a query looks for.
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
		// WP_Query passes by 'author__in' when it is empty, and when there is an 'author__not_in'.
		unset( $query['author__not_in'] );
		$query['author__in'] = $authors ? array_values( $authors ) : array( 0 );
		return $query;
	}
}
