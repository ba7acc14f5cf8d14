<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Http\Errors;
use Largesse\Http\ServiceErrors;
use Largesse\Links\OwnerPage;
use Largesse\Links\ShownRegistry;
use Largesse\Registry\Access;
use Largesse\Registry\OwnAddress;
use Largesse\Registry\Registries;
use Largesse\Registry\RegistryTitle;
use Largesse\Registry\Store;
use WP_Error;
use WP_Post;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Copies one wish to another registry of the caller, from one of their own or from any that they may read. Nobody hears of
 * it (rules: Headings).
 */
final class CopyRoutes {

	public function __construct( private readonly Store $store ) {}

	/** Registers the routes with WordPress. */
	public function register_routes(): void {
		Routes::add( 'GET', '/registries', self::may_list( ... ), $this->list( ... ) );
		Routes::add( 'POST', Routes::ITEM . '/copy', self::may_look( ... ), $this->copy( ... ) );
	}

	/** Answers the registries that the caller may change, the newest first: those of their own, and those with others. */
	private function list(): WP_REST_Response {
		$user = wp_get_current_user();
		$all  = array_filter( array( ...MembersRegistries::own( $user ), ...MembersRegistries::co_owned( $user ) ), static fn ( WP_Post $registry ) => current_user_can( 'edit_post', $registry->ID ) );
		$told = array_map(
			static fn ( WP_Post $registry ) => array(
				'id'    => $registry->ID,
				'title' => RegistryTitle::of( $registry ),
			),
			array_values( $all )
		);
		return new WP_REST_Response( array( 'registries' => $told ) );
	}

	/**
	 * Copies an item.
	 *
	 * @param array<string, mixed> $body `to`: id of a registry that the caller may change; or `title` of a new one, private,
	 *                                   which is made for it.
	 */
	private function copy( array $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$is_new = ! isset( $body['to'] );
		$to     = $is_new ? $this->made( $body ) : self::target( $body['to'] );
		if ( is_wp_error( $to ) ) {
			return $to;
		}
		$copy = $this->store->copies->of_item( $id, $item_id, $to, current_user_can( 'edit_post', $id ), OwnAddress::moved( ... ) );
		if ( $is_new && ! isset( $copy['id'] ) ) {
			$this->store->details->delete( $to );
		}
		if ( is_wp_error( $copy ) || null === $copy ) {
			return null === $copy ? Errors::no_item() : ServiceErrors::of_change( $copy );
		}
		$answer = array(
			'id'         => $to,
			'title'      => RegistryTitle::of( get_post( $to ) ),
			'manage_url' => OwnerPage::url( $to ),
		);
		return new WP_REST_Response( array( 'copy' => $answer ), 201 );
	}

	/**
	 * Makes the registry that a body wants; returns its id.
	 *
	 * @param array<string, mixed> $body `title`.
	 */
	private function made( array $body ): int|WP_Error {
		$allowed  = Access::create();
		$fields   = new RegistryFields( array_intersect_key( $body, array( 'title' => true ) ) );
		$problems = $fields->problems( true );
		if ( is_wp_error( $allowed ) || $problems ) {
			return is_wp_error( $allowed ) ? $allowed : Errors::fields( $problems );
		}
		$made = $this->store->details->create( $fields->stored() );
		return is_wp_error( $made ) ? Errors::not_stored() : $made;
	}

	/** Returns the id of a registry that the caller may change. */
	private static function target( mixed $named ): int|WP_Error {
		$registry = is_int( $named ) ? Registries::with_id( (string) $named ) : null;
		if ( $registry && Registries::may_read( $registry ) && current_user_can( 'edit_post', $registry->ID ) ) {
			return $registry->ID;
		}
		return Errors::fields( array( 'to' => __( 'Choose one of your registries.', 'largesse' ) ) );
	}

	/** Returns true if the caller is signed in. */
	private static function may_list(): bool|WP_Error {
		return is_user_logged_in() ? true : Errors::signed_out();
	}

	/** Returns true if the caller may look at the wishes of the registry of the path, and the path could name one. */
	private static function may_look( WP_REST_Request $request ): bool|WP_Error {
		$registry = Access::registry( $request );
		if ( is_wp_error( $registry ) ) {
			return $registry;
		}
		return 0 !== Access::item_id( $request ) && ShownRegistry::is_open( $registry ) ? true : Errors::no_item();
	}
}
