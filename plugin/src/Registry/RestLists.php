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

	/** Parameter that limits a list to registries in which the caller has a role. */
	private const ROLE = 'largesse_role';

	/** Sort keys for which several registries can have the same value. */
	private const AMBIGUOUS_ORDERS = array( 'author', 'date', 'modified', 'title' );

	/** Adds the parameter that selects registries by the role of the caller. */
	public static function add_role( array $params ): array {
		$params[ self::ROLE ] = array(
			'description' => __( 'Limits the list to registries that the caller co-owns, to those that invite the caller, or to all registries in which the caller has a role.', 'largesse' ),
			'type'        => 'string',
			'enum'        => array_values( array_diff( Rules::REGISTRY_ROLES, array( 'owner' ) ) ),
		);
		return $params;
	}

	/** Limits a query to registries that the caller may read, and makes its order unambiguous. */
	public static function limit( array $query, WP_REST_Request $request ): array {
		$query['perm'] = 'readable'; // Includes own private registries; for administrators, all private registries.
		$statuses      = (array) ( $query['post_status'] ?? array() );
		// 'perm' is not enough: it limits only the status "private", and lists with the context "edit" contain
		// passwords. In this context, and for other statuses such as "any", only administrators get other people's
		// registries. With the parameter ROLE, all callers get only registries in which they have the role.
		if ( null !== $request[ self::ROLE ] ) {
			$query = self::only_of_role( $query, $request[ self::ROLE ] );
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
	 * Limits a query to registries that the caller may read, and in which the caller has a role. Removes 'perm', which
	 * would exclude other people's private registries.
	 *
	 * @param string $role "co-owner", "invitee" or "any".
	 */
	private static function only_of_role( array $query, string $role ): array {
		unset( $query['perm'] );
		$user = wp_get_current_user();
		$keys = match ( $role ) {
			'co-owner' => array( RegistryMeta::OWNERS ),
			'invitee'  => array( RegistryMeta::INVITEES ),
			default    => RegistryMeta::PEOPLE,
		};
		$ids = array_filter( array_column( iterator_to_array( Memberships::naming( $user, $keys ), false ), 'ID' ), static fn ( int $id ): bool => current_user_can( 'read_post', $id ) );
		if ( 'any' === $role ) {
			$ids = array( ...$ids, ...array_column( Memberships::of_author( $user->ID, most: -1 ), 'ID' ) );
		}
		return self::limit_to( $query, 'post', $ids );
	}

	/**
	 * Limits the posts or authors of a query. WP_Query would ignore an empty list of allowed ids, so the list then
	 * contains 0. WP_Query does not combine allowed ids with excluded ids, so this method removes the excluded ids.
	 *
	 * @param string    $what "post" or "author".
	 * @param list<int> $ids  Allowed ids.
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
