<?php
/**
 * The routes of registries.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Rest;

use Closure;
use Largesse\Feature;
use Largesse\Owner\RegistryFields;
use Largesse\Registry\RegistryItems;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Reads, makes, changes and deletes registries for the pages of the site. Not by WordPress's own routes: those know
 * neither versions nor items, and say what is wrong in other words than the API.
 */
final class RegistryRoutes implements Feature {

	/**
	 * Makes the answers.
	 *
	 * @var Answers
	 */
	private readonly Answers $answers;

	/**
	 * Keeps what gives the items.
	 *
	 * @param Closure(): RegistryItems $items Gives the items of registries.
	 */
	public function __construct( Closure $items ) {
		$this->answers = new Answers( $items );
	}

	/**
	 * Adds the hooks of this feature.
	 */
	public function register(): void {
		add_action( 'rest_api_init', array( $this, 'register_routes' ) );
		add_filter( 'rest_post_dispatch', Routes::keep_private( ... ), 10, 3 );
	}

	/**
	 * Makes the routes known.
	 */
	public function register_routes(): void {
		Routes::add( 'POST', '/registries', Access::create( ... ), $this->create( ... ) );
		Routes::add( 'GET', Routes::REGISTRY, Access::read( ... ), $this->read( ... ) );
		Routes::add( 'PATCH', Routes::REGISTRY, Access::edit( ... ), $this->update( ... ) );
		Routes::add( 'DELETE', Routes::REGISTRY, Access::delete( ... ), $this->delete( ... ) );
	}

	/**
	 * Answers a registry.
	 *
	 * @param WP_REST_Request $request The request.
	 */
	private function read( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		return $this->answers->registry( self::id( $request ) );
	}

	/**
	 * Makes a registry, which is the caller's.
	 *
	 * @param WP_REST_Request $request The request.
	 */
	private function create( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$fields = self::fields( $request, true );
		$id     = is_wp_error( $fields ) ? $fields : $fields->create();
		return is_wp_error( $id ) ? self::refused( $id ) : $this->answers->registry( $id, array(), 201 );
	}

	/**
	 * Changes the fields of a registry that were sent: all of them, or none.
	 *
	 * @param WP_REST_Request $request The request.
	 */
	private function update( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$id     = self::id( $request );
		$fields = self::fields( $request, false );
		if ( is_wp_error( $fields ) ) {
			return $fields;
		}
		$version = Body::text( (array) Body::of( $request ), 'version' );
		if ( is_wp_error( $version ) ) {
			return $version;
		}
		$done = Turn::take(
			"registry_{$id}",
			static function () use ( $request, $id, $fields, $version ): int|WP_Error|null {
				// Somebody else may have had the turn before.
				wp_cache_delete( $id, 'posts' );
				wp_cache_delete( $id, 'post_meta' );
				$registry = Access::registry( $request );
				if ( is_wp_error( $registry ) ) {
					return $registry;
				}
				if ( $fields->changes_status( $registry ) && ! current_user_can( 'publish_registries' ) ) {
					return Access::may_not_publish();
				}
				return RegistryView::version_of( $registry ) === $version ? $fields->update( $registry ) : null;
			}
		);
		if ( is_wp_error( $done ) ) {
			return self::refused( $done );
		}
		return null === $done ? $this->answers->outdated( $id ) : $this->answers->registry( $id );
	}

	/**
	 * Deletes a registry for good; its items follow once the answer was sent.
	 *
	 * @param WP_REST_Request $request The request.
	 */
	private function delete( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		if ( ! wp_delete_post( self::id( $request ), true ) ) {
			return self::refused( new WP_Error( 'largesse_not_deleted' ) );
		}
		return new WP_REST_Response( array( 'deleted' => true ) );
	}

	/**
	 * The fields that were sent, or the error that tells what is wrong with them.
	 *
	 * @param WP_REST_Request $request The request.
	 * @param bool            $is_new  Whether they make a registry.
	 */
	private static function fields( WP_REST_Request $request, bool $is_new ): RegistryFields|WP_Error {
		$body = Body::of( $request );
		if ( is_wp_error( $body ) ) {
			return $body;
		}
		$fields   = new RegistryFields( $body );
		$problems = $fields->problems( $is_new );
		return $problems ? ( new FieldErrors( $problems ) )->error() : $fields;
	}

	/**
	 * The error to answer: ours as it is; what WordPress says of its database is nobody's business.
	 *
	 * @param WP_Error $error The error.
	 */
	private static function refused( WP_Error $error ): WP_Error {
		$data = $error->get_error_data();
		if ( is_array( $data ) && isset( $data['status'] ) ) {
			return $error;
		}
		return new WP_Error( 'largesse_not_stored', __( 'This could not be saved. Please try again in a little while.', 'largesse' ), array( 'status' => 500 ) );
	}

	/**
	 * Id of the registry of the path.
	 *
	 * @param WP_REST_Request $request The request, which has been allowed.
	 */
	private static function id( WP_REST_Request $request ): int {
		return (int) $request->get_url_params()['id'];
	}
}
