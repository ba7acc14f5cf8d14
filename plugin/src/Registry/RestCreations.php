<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Http\Routes;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Creates one registry for each mark of the service or of a page of My registries. They repeat a request with the same
 * mark if they do not know whether the registry exists, for example after a slow answer (rules: Repeated requests).
 */
final class RestCreations {

	/** Header with the mark, a UUID. Responses contain the header, too, so that the service knows that marks count. */
	public const HEADER = 'X-Largesse-Creation';

	public const MARK = '_largesse_creation';

	/**
	 * Creates a registry, or returns the registry that the caller has created with the same mark. A repeated request
	 * waits for the first one.
	 */
	public static function create_once( mixed $result, WP_REST_Request $request, string $route, array $handler ): mixed {
		$mark = self::mark_of( $request );
		if ( null !== $result || null === $mark ) {
			return $result;
		}
		return ProcessLock::run( "creation_{$mark}", static fn (): mixed => self::earlier( $request, $mark ) ?? self::create( $handler['callback'], $request, $mark ) );
	}

	/** Creates a registry, and stores the mark while WordPress saves the post. */
	private static function create( callable $callback, WP_REST_Request $request, string $mark ): mixed {
		$store = static fn ( int $id ) => add_post_meta( $id, self::MARK, $mark, true );
		add_action( 'save_post_' . RegistryPostType::NAME, $store, 0 );
		$created = $callback( $request );
		remove_action( 'save_post_' . RegistryPostType::NAME, $store, 0 );
		return $created;
	}

	private static function earlier( WP_REST_Request $creation, string $mark ): ?WP_REST_Response {
		$ids = get_posts(
			array(
				'post_type'   => RegistryPostType::NAME,
				'post_status' => 'any',
				'author'      => get_current_user_id(),
				'meta_key'    => self::MARK, // phpcs:ignore WordPress.DB.SlowDBQuery -- Only repeated requests find a registry, and few registries have this author.
				'meta_value'  => $mark, // phpcs:ignore WordPress.DB.SlowDBQuery -- See above.
				'fields'      => 'ids',
				'numberposts' => 1,
			)
		);
		if ( ! $ids ) {
			return null;
		}
		$request            = new WP_REST_Request( 'GET', "{$creation->get_route()}/{$ids[0]}" );
		$request['context'] = 'edit';
		return rest_do_request( $request );
	}

	private static function mark_of( WP_REST_Request $request ): ?string {
		$mark        = (string) $request->get_header( self::HEADER );
		$is_creation = 'POST' === $request->get_method() && in_array( $request->get_route(), array( rest_get_route_for_post_type_items( RegistryPostType::NAME ), '/' . Routes::NAMESPACE . '/registries' ), true );
		return $is_creation && 1 === preg_match( '/^[0-9a-f-]{36}$/D', $mark ) ? $mark : null;
	}
}
