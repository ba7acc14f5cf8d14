<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Finding\FoundNames;
use Largesse\Giving\Purchases;
use Largesse\Http\Body;
use Largesse\Http\Errors;
use Largesse\Http\ServiceErrors;
use Largesse\Registry\Access;
use Largesse\Registry\OwnAddress;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\Store;
use Largesse\Service\Rules;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Reads and changes registries and their items for the pages of the site: the REST namespace
 * `largesse/v1`. Not by WordPress's own routes: those know neither versions nor items, and say what is wrong in other
 * words than the API. Each answer holds the whole registry as it is then, so that the page shows what others did
 * in the meantime as well. Affiliate links are not among the fields of items.
 */
final class Routes {

	public const NAMESPACE = 'largesse/v1';

	/** The part of a path that names a registry. */
	public const REGISTRY = '/registries/(?P<id>\d+)';

	/** The part of a path that names one of its items. */
	public const ITEM = self::REGISTRY . '/items/(?P<item>\d+)';

	public function __construct(
		private readonly Answers $answers,
		private readonly Store $store,
		private readonly Purchases $purchases
	) {}

	/** Registers the routes with WordPress. */
	public function register_routes(): void {
		self::add( 'POST', '/registries', Access::create( ... ), $this->create( ... ) );
		self::add( 'GET', self::REGISTRY, Access::read( ... ), $this->read( ... ) );
		self::add( 'PATCH', self::REGISTRY, Access::edit( ... ), $this->update( ... ) );
		self::add( 'DELETE', self::REGISTRY, Access::delete( ... ), $this->delete( ... ) );
		self::add( 'POST', self::REGISTRY . '/items', Access::edit( ... ), $this->add_item( ... ) );
		self::add( 'PATCH', self::ITEM, Access::edit_item( ... ), $this->update_item( ... ) );
		self::add( 'DELETE', self::ITEM, Access::edit_item( ... ), $this->remove_item( ... ) );
		self::add( 'POST', self::ITEM . '/restore', Access::edit_item( ... ), $this->restore_item( ... ) );
		self::add( 'POST', self::ITEM . '/move', Access::edit_item( ... ), $this->move_item( ... ) );
		self::add( 'POST', self::ITEM . '/have', Access::edit_item( ... ), $this->have( ... ) );
		self::add( 'DELETE', self::ITEM . '/have', Access::edit_item( ... ), $this->have_only( ... ) );
	}

	/**
	 * Keeps answers of these routes, errors too, out of all caches: each is for one person.
	 *
	 * @param mixed $response The answer.
	 * @param mixed $server   The server.
	 */
	public function keep_private( mixed $response, mixed $server, WP_REST_Request $request ): mixed {
		if ( $response instanceof WP_REST_Response && 0 === stripos( $request->get_route(), '/' . self::NAMESPACE . '/registries' ) ) {
			$response->header( 'Cache-Control', 'no-store' );
		}
		return $response;
	}

	/**
	 * Adds a route.
	 *
	 * @param string                                                       $path    Pattern of the path, below the namespace.
	 * @param callable(WP_REST_Request): (true|WP_Error)                   $allowed Returns true if the caller may.
	 * @param callable(array, int, int): (WP_REST_Response|WP_Error|array) $answer  Does it, for the fields of the body,
	 *                                                                              the id of the registry, and of the item.
	 */
	public static function add( string $method, string $path, callable $allowed, callable $answer ): void {
		register_rest_route(
			self::NAMESPACE,
			$path,
			array(
				'methods'             => $method,
				'permission_callback' => $allowed,
				'callback'            => static function ( WP_REST_Request $request ) use ( $answer ) {
					$body = Body::of( $request );
					return is_wp_error( $body ) ? $body : $answer( $body, (int) ( $request->get_url_params()['id'] ?? 0 ), Access::item_id( $request ) );
				},
			)
		);
	}

	/**
	 * Answers a registry.
	 *
	 * @param array<string, mixed> $body Not used.
	 */
	private function read( array $body, int $id ): WP_REST_Response|WP_Error {
		return $this->answers->registry( $id );
	}

	/**
	 * Makes a registry, which is the caller's.
	 *
	 * @param array<string, mixed> $body The fields.
	 */
	private function create( array $body ): WP_REST_Response|WP_Error {
		$fields   = new RegistryFields( $body );
		$problems = $fields->problems( true );
		$stored   = $problems ? array() : $fields->stored();
		$problems = $problems ? $problems : self::problem_of_names( $stored, get_current_user_id() );
		if ( $problems ) {
			return Errors::fields( $problems );
		}
		$keepers = true === ( $body[ RegistryFields::FOR_CHILD ] ?? false ) ? array( wp_get_current_user()->user_login ) : array();
		$id      = $this->store->details->create( $stored, array( RegistryMeta::KEEPERS => $keepers ) );
		return is_wp_error( $id ) ? Errors::not_stored() : $this->answers->registry( $id, array(), 201 );
	}

	/**
	 * Changes the fields of a registry that were sent: all of them, or none.
	 *
	 * @param array<string, mixed> $body The fields, and the version that the caller has read.
	 */
	private function update( array $body, int $id ): WP_REST_Response|WP_Error {
		$fields   = new RegistryFields( $body );
		$problems = $fields->problems( false );
		$version  = $problems ? Errors::fields( $problems ) : Body::text( $body, 'version' );
		if ( is_wp_error( $version ) ) {
			return $version;
		}
		$stored   = $fields->stored();
		$problems = self::problem_of_names( $stored, (int) get_post_field( 'post_author', $id ), $id );
		if ( $problems ) {
			return Errors::fields( $problems );
		}
		$status = get_post_status( $id );
		if ( ( $stored['post_status'] ?? $status ) !== $status && ! current_user_can( 'publish_registries' ) ) {
			return Errors::forbidden( __( 'Sorry, you are not allowed to do that.', 'largesse' ) );
		}
		$result = $this->store->details->update( $id, $stored, $version );
		if ( ! is_wp_error( $result ) ) {
			return null === $result ? Errors::no_registry() : $this->answers->registry( $id );
		}
		return match ( $result->get_error_code() ) {
			Store::OUTDATED => $this->answers->changed( $id ),
			Store::BUSY     => $result,
			default         => Errors::not_stored(),
		};
	}

	/**
	 * Returns what is wrong with names if too many registries of their owner are found by names already.
	 *
	 * @param array<string, string> $stored Fields as they would be stored.
	 * @param int                   $owner  Id of the owner.
	 * @param int                   $id     Id of the registry; 0 for a new one.
	 * @return array<string, string> Messages by field.
	 */
	private static function problem_of_names( array $stored, int $owner, int $id = 0 ): array {
		if ( '' === ( $stored[ RegistryMeta::NAMES ] ?? '' ) || FoundNames::has_room( $owner, $id ) ) {
			return array();
		}
		/* translators: %s: a number. */
		return array( 'names' => sprintf( __( '%s other registries of yours are found by names already. Stop that for one of them first.', 'largesse' ), number_format_i18n( FoundNames::MOST_OF_MEMBER ) ) );
	}

	/**
	 * Deletes a registry permanently; its items follow once the answer was sent.
	 *
	 * @param array<string, mixed> $body Not used.
	 */
	private function delete( array $body, int $id ): WP_REST_Response|WP_Error {
		return $this->store->details->delete( $id ) ? new WP_REST_Response( array( 'deleted' => true ) ) : Errors::not_stored();
	}

	/**
	 * Adds an item; without an address, it is a wish without a shop.
	 *
	 * @param array<string, mixed> $body Its fields.
	 */
	private function add_item( array $body, int $id ): WP_REST_Response|WP_Error {
		$heading = GroupingRoutes::heading_in( $body, $id );
		if ( is_wp_error( $heading ) ) {
			return $heading;
		}
		$item = $this->store->items->add( $id, OwnAddress::stored( self::item_fields( $body ), get_post( $id ) ), $heading ?? '' );
		if ( is_wp_error( $item ) ) {
			return ServiceErrors::of_change( $item );
		}
		return $this->answers->registry( $id, array( 'item' => $item['id'] ), 201 );
	}

	/**
	 * Changes the fields of an item that were sent, where it is as the caller has read it.
	 *
	 * @param array<string, mixed> $body The fields, and the version that the caller has read.
	 */
	private function update_item( array $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$version = Body::text( $body, 'version' );
		$heading = is_wp_error( $version ) ? $version : GroupingRoutes::heading_in( $body, $id );
		if ( is_wp_error( $heading ) ) {
			return $heading;
		}
		$fields  = self::item_fields( $body );
		$fields  = array_key_exists( 'url', $fields ) ? OwnAddress::stored( $fields, get_post( $id ) ) : $fields;
		$changed = $this->store->items->update( $id, $item_id, $fields, $version );
		if ( null !== $heading && is_array( $changed ) ) {
			$changed = $this->store->order->put_under( $id, $item_id, $heading );
		}
		return $this->answer_change( $id, $changed );
	}

	/**
	 * Removes an item, and tells what it takes to bring it back where it was.
	 *
	 * @param array<string, mixed> $body Not used.
	 */
	private function remove_item( array $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$undo = $this->store->items->remove( $id, $item_id );
		return $this->answer_change( $id, $undo, array( 'undo' => $undo ) );
	}

	/**
	 * Brings back an item that was removed.
	 *
	 * @param array<string, mixed> $body `before`: the item before which it goes; `heading` and `is_most_wanted`, as they
	 *                                   were.
	 */
	private function restore_item( array $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$before  = Body::id_or_null( $body, 'before' );
		$heading = is_string( $body['heading'] ?? null ) ? $body['heading'] : '';
		$is_most = isset( $body['is_most_wanted'] ) && true === $body['is_most_wanted'];
		return is_wp_error( $before ) ? $before : $this->answer_change( $id, $this->store->items->restore( $id, $item_id, $before, $heading, $is_most ) );
	}

	/**
	 * Moves an item, and tells where it was.
	 *
	 * @param array<string, mixed> $body `before`: the item before which it goes; `heading`, if it goes under another one, or
	 *                                   '' for none.
	 */
	private function move_item( array $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$before  = Body::id_or_null( $body, 'before' );
		$heading = is_wp_error( $before ) || ! array_key_exists( 'heading', $body ) ? null : Body::text( $body, 'heading' );
		if ( is_wp_error( $before ) || is_wp_error( $heading ) ) {
			return is_wp_error( $before ) ? $before : $heading;
		}
		$undo = $this->store->order->move( $id, $item_id, $before, $heading );
		return $this->answer_change( $id, $undo, array( 'undo' => $undo ) );
	}

	/**
	 * Notes that the owner has something already.
	 *
	 * @param array<string, mixed> $body `purchase`: a random UUID, with which a repeat is harmless; `quantity`.
	 */
	private function have( array $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$purchase = Body::uuid( $body, 'purchase' );
		$quantity = is_wp_error( $purchase ) ? $purchase : Body::number( $body, 'quantity', 1, Rules::MAX_PURCHASE_QUANTITY );
		if ( is_wp_error( $quantity ) ) {
			return $quantity;
		}
		$fields = array(
			'item_id'  => $item_id,
			'quantity' => $quantity,
		);
		$had    = $this->purchases->have( get_post( $id ), $purchase, $fields );
		// Too many: somebody gave in the meantime.
		return is_wp_error( $had ) && Purchases::is_not_enough( $had ) ? $this->answers->changed( $id ) : $this->answer_change( $id, $had );
	}

	/**
	 * Notes that the owner has less of something than they said.
	 *
	 * @param array<string, mixed> $body `left`: how many they have.
	 */
	private function have_only( array $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$left = Body::number( $body, 'left', 0, Rules::MAX_SAFE );
		return is_wp_error( $left ) ? $left : $this->answer_change( $id, $this->purchases->have_only( get_post( $id ), $item_id, $left ) );
	}

	/**
	 * Answers after a change of an item.
	 *
	 * @param mixed                $result What came of it: null if the registry has no such item, or an error.
	 * @param array<string, mixed> $more   What else is answered.
	 */
	private function answer_change( int $id, mixed $result, array $more = array() ): WP_REST_Response|WP_Error {
		if ( ! is_wp_error( $result ) ) {
			return null === $result ? Errors::no_item() : $this->answers->registry( $id, $more );
		}
		return Store::OUTDATED === $result->get_error_code() ? $this->answers->changed( $id ) : ServiceErrors::of_change( $result );
	}

	/**
	 * Returns the fields of an item in a body; the API looks at their types.
	 *
	 * @param array<string, mixed> $body The body.
	 * @return array<string, mixed>
	 */
	private static function item_fields( array $body ): array {
		return array_intersect_key( $body, array_flip( ServiceErrors::ITEM_FIELDS ) );
	}
}
