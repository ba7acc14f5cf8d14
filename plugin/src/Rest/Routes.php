<?php
/**
 * The REST namespace of the pages.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Rest;

use WP_REST_Request;
use WP_REST_Response;

/**
 * How the routes for the pages of the site are made known to WordPress.
 */
final class Routes {

	private const NAMESPACE = 'largesse/v1';

	/** The part of a path that names a registry. */
	public const REGISTRY = '/registries/(?P<id>\d+)';

	/** The part of a path that names one of its items. */
	public const ITEM = self::REGISTRY . '/items/(?P<item>\d+)';

	/**
	 * Adds a route.
	 *
	 * @param string   $method   HTTP method.
	 * @param string   $path     Pattern of the path, below the namespace.
	 * @param callable $allowed  Whether the caller may: true, or the error.
	 * @param callable $callback Gives the answer.
	 */
	public static function add( string $method, string $path, callable $allowed, callable $callback ): void {
		register_rest_route(
			self::NAMESPACE,
			$path,
			array(
				'methods'             => $method,
				'callback'            => $callback,
				'permission_callback' => $allowed,
			)
		);
	}

	/**
	 * Keeps answers of these routes, errors too, out of all caches: each is for one person.
	 *
	 * @param mixed           $response The answer.
	 * @param mixed           $server   The server.
	 * @param WP_REST_Request $request  The request.
	 */
	public static function keep_private( mixed $response, mixed $server, WP_REST_Request $request ): mixed {
		if ( $response instanceof WP_REST_Response && 0 === stripos( $request->get_route(), '/' . self::NAMESPACE . '/registries' ) ) {
			$response->header( 'Cache-Control', 'no-store' );
		}
		return $response;
	}
}
