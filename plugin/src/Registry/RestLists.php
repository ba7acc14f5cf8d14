<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Service\Rules;
use WP_REST_Request;

/**
 * Limits lists of registries in the REST API to registries that the caller may read. WordPress removes other people's
 * private registries only after it has counted them. So its totals would reveal these registries.
 */
final class RestLists {

	/** Parameter that limits a list to registries that the caller co-owns. */
	private const ROLE = 'largesse_role';

	/** The only value of the parameter ROLE. */
	private const CO_OWNER = 'co-owner';

	/** Sort keys for which several registries can have the same value. */
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
		$query['perm'] = 'readable'; // Includes own private registries; for administrators, all private registries.
		$statuses      = (array) ( $query['post_status'] ?? array() );
		// 'perm' is not enough: it limits only the status "private", and lists with the context "edit" contain
		// passwords. In this context, and for other statuses such as "any", only administrators get other people's
		// registries. With the parameter ROLE, all callers get only registries that they co-own.
		if ( self::CO_OWNER === $request[ self::ROLE ] ) {
			$query = self::only_co_owned( $query );
		} elseif ( ! current_user_can( 'edit_others_registries' ) && ( 'edit' === $request['context'] || array_diff( $statuses, Rules::REGISTRY_STATUSES ) ) ) {
			$query = self::limit_to( $query, 'author', array( get_current_user_id() ) );
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
	 * Limits a query to registries that the caller co-owns. Callers may edit these registries in any status. Removes
	 * 'perm', which would exclude the private registries.
	 *
	 * @param array<string, mixed> $query Query of the list.
	 * @return array<string, mixed>
	 */
	private static function only_co_owned( array $query ): array {
		unset( $query['perm'] );
		return self::limit_to( $query, 'post', array_column( iterator_to_array( NamedRegistries::co_owned( wp_get_current_user() ) ), 'ID' ) );
	}

	/**
	 * Limits the posts or authors of a query. WP_Query would ignore an empty list of allowed ids, so the list then
	 * contains 0. WP_Query does not combine allowed ids with excluded ids, so this method removes the excluded ids.
	 *
	 * @param array<string, mixed> $query Query of the list.
	 * @param string               $what  "post" or "author".
	 * @param list<int>            $ids   Allowed ids.
	 * @return array<string, mixed>
	 */
	private static function limit_to( array $query, string $what, array $ids ): array {
		if ( ! empty( $query[ "{$what}__in" ] ) ) {
			$ids = array_intersect( $ids, array_map( 'intval', $query[ "{$what}__in" ] ) );
		}
		$ids = array_diff( $ids, array_map( 'intval', $query[ "{$what}__not_in" ] ?? array() ) );
		unset( $query[ "{$what}__not_in" ] );
		$query[ "{$what}__in" ] = $ids ? array_values( $ids ) : array( 0 );
		return $query;
	}
}
