<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Service\Rules;
use WP_Error;
use WP_HTTP_Response;
use WP_Post;
use WP_REST_Posts_Controller;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Adapts lists and responses of WordPress's REST API. Callers get only data of registries that they may see, and the
 * service gets the data that it needs (rules: Changing lists on the host). WordPress removes other people's private
 * registries from a list only after it has counted them. So its totals would reveal these registries.
 */
final class RestReads {

	/** Header for the service: `nobody` if no caller is logged in, `unconfirmed` if their address is unconfirmed. */
	public const CALLER_HEADER = 'X-Largesse-Caller';

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
		} elseif (
			! current_user_can( 'edit_others_registries' )
			&& ( 'edit' === $request['context'] || array_diff( $statuses, Rules::REGISTRY_STATUSES ) )
		) {
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
		$ids = array_filter(
			array_column( iterator_to_array( Memberships::naming( $user, $keys ), false ), 'ID' ),
			static fn ( int $id ): bool => current_user_can( 'read_post', $id )
		);
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

	/**
	 * Adds the raw title and story, which WordPress shows only to editors. They reveal nothing more than the rendered
	 * title and story. Replaces meta that the caller may not see with default values, because WordPress would show all
	 * meta to everyone. The caller may read the registry.
	 */
	public static function prepare(
		WP_REST_Response $response,
		WP_Post $registry,
		WP_REST_Request $request
	): WP_REST_Response {
		$data       = (array) $response->get_data();
		$is_insider = Roles::of( $registry )->is_insider();
		$is_open    = $is_insider || self::is_unlocked( $registry, $request );
		if ( isset( $data['title'] ) ) {
			$data['title']['raw'] = $registry->post_title;
		}
		if ( isset( $data['content'] ) && $is_open ) {
			$data['content']['raw'] = $registry->post_content;
		}
		if ( isset( $data['meta'] ) && ! $is_insider ) {
			$hidden       = $is_open ? array_flip( RegistryMeta::PEOPLE ) : RegistryMeta::DEFAULTS;
			$data['meta'] = array_intersect_key( RegistryMeta::DEFAULTS, $data['meta'], $hidden ) + $data['meta'];
		}
		$response->set_data( $data );
		return $response;
	}

	/**
	 * Answers "not found" if the caller may not see a draft or a registry in the trash. WordPress would answer
	 * "forbidden", which reveals that the registry exists.
	 */
	public static function hide_unshared( mixed $response, mixed $handler, WP_REST_Request $request ): mixed {
		$callback = is_array( $handler ) ? $handler['callback'] ?? null : null;
		if (
			! self::is_refusal( $response ) || ! is_array( $callback ) || ! $callback[0] instanceof WP_REST_Posts_Controller
		) {
			return $response;
		}
		$registry = get_post( (int) $request['id'] );
		if (
			! RegistryPostType::is( $registry )
			|| RegistryPostType::is_shared( $registry )
			|| current_user_can( 'edit_post', $registry->ID )
		) {
			return $response;
		}
		return new WP_Error(
			'rest_post_invalid_id',
			__( 'There is no such registry.', 'largesse' ),
			array( 'status' => 404 )
		);
	}

	/**
	 * Adds a header with the names of the lists that support conditional writes. If the caller is not logged in, adds a
	 * second header. From this header, the service learns that an application password was revoked: WordPress treats
	 * requests with a revoked password as anonymous.
	 */
	public static function add_headers( mixed $response, mixed $server, WP_REST_Request $request ): mixed {
		$is_about_registries = str_starts_with(
			$request->get_route() . '/',
			rest_get_route_for_post_type_items( RegistryPostType::NAME ) . '/'
		);
		if ( ! $response instanceof WP_HTTP_Response || ! $is_about_registries ) {
			return $response;
		}
		$response->header( RestWrites::CONDITION_HEADER, implode( ', ', RegistryMeta::LISTS ) );
		$response->header( RestWrites::CREATION_HEADER, 'known' );
		if ( ! is_user_logged_in() ) {
			$response->header( self::CALLER_HEADER, 'nobody' );
		}
		return $response;
	}

	private static function is_unlocked( WP_Post $registry, WP_REST_Request $request ): bool {
		$given = $request['password'];
		return '' === $registry->post_password || ( is_string( $given ) && hash_equals( $registry->post_password, $given ) );
	}

	private static function is_refusal( mixed $response ): bool {
		$data = is_wp_error( $response ) ? $response->get_error_data() : null;
		return is_array( $data ) && in_array( $data['status'] ?? null, array( 401, 403 ), true );
	}
}
