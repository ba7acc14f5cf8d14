<?php
/**
 * The routes of a registry's items.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Rest;

use Closure;
use Largesse\Feature;
use Largesse\Registry\ItemIds;
use Largesse\Registry\RegistryItems;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Adds, changes, removes, brings back and moves the items of a registry. What their fields may hold is the API's to
 * say; affiliate links are not among them.
 */
final class ItemRoutes implements Feature {

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
	public function __construct( private readonly Closure $items ) {
		$this->answers = new Answers( $items );
	}

	/**
	 * Adds the hooks of this feature.
	 */
	public function register(): void {
		add_action( 'rest_api_init', array( $this, 'register_routes' ) );
	}

	/**
	 * Makes the routes known.
	 */
	public function register_routes(): void {
		Routes::add( 'POST', Routes::REGISTRY . '/items', Access::edit( ... ), $this->add( ... ) );
		Routes::add( 'PATCH', Routes::ITEM, Access::edit_item( ... ), $this->update( ... ) );
		Routes::add( 'DELETE', Routes::ITEM, Access::edit_item( ... ), $this->remove( ... ) );
		Routes::add( 'POST', Routes::ITEM . '/restore', Access::edit_item( ... ), $this->restore( ... ) );
		Routes::add( 'POST', Routes::ITEM . '/move', Access::edit_item( ... ), $this->move( ... ) );
	}

	/**
	 * Adds an item.
	 *
	 * @param WP_REST_Request $request The request.
	 */
	private function add( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$body = Body::of( $request );
		if ( is_wp_error( $body ) ) {
			return $body;
		}
		$registry = self::registry_id( $request );
		$item     = ( $this->items )()->add( $registry, self::fields_in( $body ) );
		return is_wp_error( $item ) ? ServiceErrors::of_change( $item ) : $this->answers->registry( $registry, array( 'item' => (int) $item['id'] ), 201 );
	}

	/**
	 * Changes the fields of an item that were sent, where it is as the caller knows it.
	 *
	 * @param WP_REST_Request $request The request.
	 */
	private function update( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$body    = Body::of( $request );
		$version = is_wp_error( $body ) ? $body : Body::text( $body, 'version' );
		if ( is_wp_error( $version ) ) {
			return $version;
		}
		$registry = self::registry_id( $request );
		$id       = Access::item( $request );
		$item     = Turn::take( "item_{$registry}_{$id}", fn () => ( $this->items )()->update( $registry, $id, self::fields_in( $body ), $version ) );
		return $this->answer( $registry, $item );
	}

	/**
	 * Removes an item, and tells what it takes to bring it back where it was.
	 *
	 * @param WP_REST_Request $request The request.
	 */
	private function remove( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$registry = self::registry_id( $request );
		$id       = Access::item( $request );
		$listed   = ItemIds::of( $registry );
		$removed  = ( $this->items )()->remove( $registry, $id );
		$undo     = array(
			'token'  => UndoToken::of( $registry, $id ),
			'before' => is_array( $removed ) ? $this->follower( $registry, $id, $listed ) : null,
		);
		return $this->answer( $registry, $removed, array( 'undo' => $undo ) );
	}

	/**
	 * Before which item one was seen that was removed just now; null where it was the last one.
	 *
	 * @param int       $registry Id of the registry.
	 * @param int       $id       Id of the item.
	 * @param list<int> $listed   The list as it was, which may have lacked items.
	 */
	private function follower( int $registry, int $id, array $listed ): ?int {
		$left   = ( $this->items )()->of( $registry );
		$active = array_merge( is_wp_error( $left ) ? $listed : array_column( $left, 'id' ), array( $id ) );
		sort( $active );
		return ItemIds::after( ItemIds::arrange( $listed, $active ), $id );
	}

	/**
	 * Brings back an item that the caller removed.
	 *
	 * @param WP_REST_Request $request The request.
	 */
	private function restore( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$body   = Body::of( $request );
		$token  = is_wp_error( $body ) ? $body : Body::text( $body, 'token' );
		$before = is_wp_error( $token ) ? $token : Body::id_or_null( $body, 'before' );
		if ( is_wp_error( $before ) ) {
			return $before;
		}
		$registry = self::registry_id( $request );
		$id       = Access::item( $request );
		// Whoever has no token learns nothing of the item.
		return $this->answer( $registry, UndoToken::is_valid( $token, $registry, $id ) ? ( $this->items )()->restore( $registry, $id, $before ) : null );
	}

	/**
	 * Moves an item, and tells where it was.
	 *
	 * @param WP_REST_Request $request The request.
	 */
	private function move( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$body   = Body::of( $request );
		$before = is_wp_error( $body ) ? $body : Body::id_or_null( $body, 'before' );
		if ( is_wp_error( $before ) ) {
			return $before;
		}
		$registry = self::registry_id( $request );
		$undo     = ( $this->items )()->move( $registry, Access::item( $request ), $before );
		return $this->answer( $registry, $undo, array( 'undo' => $undo ) );
	}

	/**
	 * The answer after a change.
	 *
	 * @param int                  $registry Id of the registry.
	 * @param mixed                $result   What came of it; null where the registry has no such item, or an error.
	 * @param array<string, mixed> $more     What else is answered.
	 */
	private function answer( int $registry, mixed $result, array $more = array() ): WP_REST_Response|WP_Error {
		if ( is_wp_error( $result ) ) {
			return match ( $result->get_error_code() ) {
				RegistryItems::OUTDATED => $this->answers->outdated( $registry ),
				Turn::BUSY              => $result,
				default                 => ServiceErrors::of_change( $result ),
			};
		}
		return null === $result ? Access::no_item() : $this->answers->registry( $registry, $more );
	}

	/**
	 * The fields of an item in a body; the API looks at their types.
	 *
	 * @param array<string, mixed> $body The body.
	 * @return array<string, mixed>
	 */
	private static function fields_in( array $body ): array {
		return array_intersect_key( $body, array_flip( FieldErrors::ITEM_FIELDS ) );
	}

	/**
	 * Id of the registry of the path.
	 *
	 * @param WP_REST_Request $request The request, which has been allowed.
	 */
	private static function registry_id( WP_REST_Request $request ): int {
		return (int) $request->get_url_params()['id'];
	}
}
