<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use Closure;
use Largesse\Features;
use Largesse\Route;
use Largesse\Foundation\Service\ConnectedSite;
use Largesse\Foundation\Service\NoRoom;
use Largesse\Foundation\Service\Rules;
use Largesse\Services;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;
use WP_REST_Server;

/** Registers the routes that the modules declare. */
final class Routes {

	public const NAMESPACE = 'largesse/v1';

	/**
	 * Registers the routes before WordPress handles a request for one of them, for the list of all routes, or for several
	 * requests at once. Other requests do not load the modules.
	 *
	 * @param mixed $result Returned unchanged.
	 */
	public static function register_for_request( mixed $result, WP_REST_Server $server, WP_REST_Request $request ): mixed {
		$route    = $request->get_route();
		$is_asked = 0 === stripos( $route, '/' . self::NAMESPACE ) || in_array( $route, array( '/', '/batch/v1' ), true );
		if ( $is_asked && ! in_array( self::NAMESPACE, $server->get_namespaces(), true ) ) {
			self::register();
		}
		return $result;
	}

	private static function register(): void {
		$by_path = array();
		foreach ( Features::routes() as $route ) {
			$by_path[ $route->path ][] = $route;
		}
		foreach ( $by_path as $path => $routes ) {
			$schema = array( 'schema' => static fn (): array => self::schema( $routes ) );
			register_rest_route( self::NAMESPACE, $path, array_map( self::endpoint( ... ), $routes ) + $schema );
		}
	}

	/** Replaces the error of a route that could store nothing by the reason, if the disk is full. */
	public static function name_reason( mixed $response, mixed $handler, WP_REST_Request $request ): mixed {
		return $response instanceof WP_Error && 0 === stripos( $request->get_route(), '/' . self::NAMESPACE )
			? NoRoom::reason_of( (int) ( ( (array) $response->get_error_data() )['status'] ?? 500 ) ) ?? $response
			: $response;
	}

	/** Disables caching of answers about registries, including errors, because each answer is for one person. */
	public static function disable_caching( mixed $response, mixed $server, WP_REST_Request $request ): mixed {
		if (
			$response instanceof WP_REST_Response
			&& 0 === stripos( $request->get_route(), '/' . self::NAMESPACE . '/registries' )
		) {
			$response->header( 'Cache-Control', 'no-store' );
		}
		return $response;
	}

	/** Returns the id of the item in the path; 0 if the number cannot be an id. */
	public static function item_id( WP_REST_Request $request ): int {
		$asked = (string) ( $request->get_url_params()['item'] ?? '' );
		$id    = (int) $asked;
		return (string) $id === $asked && $id <= Rules::MAX_SAFE ? $id : 0;
	}

	/** @return array<string, mixed> A route in the format of register_rest_route(). */
	private static function endpoint( Route $route ): array {
		$args = array();
		foreach ( $route->args() as $name => $schema ) {
			// WordPress would check `required` and types before it checks permissions, and its error texts differ from
			// ours. Body checks them instead. An integer in `required` makes WordPress skip its check.
			$args[ $name ] = array(
				'required'          => (int) $schema['required'],
				'sanitize_callback' => null,
			) + $schema;
		}
		return array(
			'methods'             => $route->method,
			'permission_callback' => $route->permission,
			'callback'            => self::callback( $route ),
			'args'                => $args,
			'show_in_index'       => $route->is_listed,
		);
	}

	private static function callback( Route $route ): Closure {
		return static function ( WP_REST_Request $request ) use ( $route ): mixed {
			/**
			 * Filters the answer of a route of `largesse/v1`. The caller may be the owner, so add nothing about gifts.
			 *
			 * @param WP_REST_Response|WP_Error|array $answer  The answer.
			 * @param WP_REST_Request                 $request The request, with the parameters of the path.
			 */
			return apply_filters( 'largesse_rest_answer', self::answer( $route, $request ), $request );
		};
	}

	private static function answer( Route $route, WP_REST_Request $request ): mixed {
		if ( 'GET' !== $route->method && ! $route->is_read && ConnectedSite::is_copy() ) {
			return Errors::copied();
		}
		$handle = Services::callback( ...$route->handler );
		if ( $route->gets_request ) {
			return $handle( $request );
		}
		try {
			return $handle(
				Body::of( $request, $route->args() ),
				(int) ( $request->get_url_params()['id'] ?? 0 ),
				self::item_id( $request )
			);
		} catch ( InvalidBody $invalid ) {
			return $invalid->error;
		}
	}

	/**
	 * Returns the schema of all answers at a path.
	 *
	 * @param non-empty-list<Route> $routes Routes of the path.
	 * @return array<string, mixed>
	 */
	private static function schema( array $routes ): array {
		$answers = array_map(
			static fn ( Route $route ): array => array( 'title' => $route->method ) + array(
				'description' => $route->description,
			) + $route->answer(),
			$routes
		);
		return array(
			'$schema' => 'http://json-schema.org/draft-04/schema#',
			'title'   => self::NAMESPACE . $routes[0]->readable_path(),
			'anyOf'   => array( ...$answers, array( 'title' => 'Error' ) + Schema::error() ),
		);
	}
}
