<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Http\Body;
use Largesse\Http\Errors;
use Largesse\Http\FieldError;
use Largesse\Http\Routes;
use Largesse\Http\ServiceErrors;
use Largesse\Links\OwnerPage;
use Largesse\Links\ShownRegistry;
use Largesse\Registry\Access;
use Largesse\Registry\Memberships;
use Largesse\Registry\Registries;
use Largesse\Registry\RegistryTitle;
use Largesse\Registry\Store;
use WP_Error;
use WP_Post;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Routes that copy a wish to one of the caller's registries. The caller may copy wishes of any registry that they may
 * read. Nobody is informed about the copy (rules: Headings).
 */
final class CopyRoutes {

	public function __construct( private readonly Store $store ) {}

	/** Returns the registries that the caller may change: own before co-owned registries, each newest first. */
	public function list(): WP_REST_Response {
		$user = wp_get_current_user();
		$all  = array_filter( array( ...Memberships::of_author( $user->ID ), ...Memberships::co_owned( $user ) ), static fn ( WP_Post $registry ) => current_user_can( 'edit_post', $registry->ID ) );
		$told = array_map(
			static fn ( WP_Post $registry ) => array(
				'id'    => $registry->ID,
				'title' => RegistryTitle::of( $registry ),
			),
			array_values( $all )
		);
		return new WP_REST_Response( array( 'registries' => $told ) );
	}

	public function copy( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$is_new = null === $body->raw( 'to' );
		$to     = $is_new ? $this->create_target( $body ) : self::target( $body->raw( 'to' ) );
		if ( is_wp_error( $to ) ) {
			return $to;
		}
		$copy = $this->store->copies->copy_item( $id, $item_id, $to, current_user_can( 'edit_post', $id ) );
		if ( $is_new && ( is_wp_error( $copy ) || null === $copy ) ) {
			$this->store->details->delete( $to );
		}
		if ( is_wp_error( $copy ) || null === $copy ) {
			return null === $copy ? Errors::no_item() : ServiceErrors::after_change( $copy );
		}
		$answer = array(
			'id'         => $to,
			'title'      => RegistryTitle::of( get_post( $to ) ),
			'manage_url' => OwnerPage::url( $to ),
		);
		return new WP_REST_Response( array( 'copy' => $answer ), 201 );
	}

	/** Creates the registry that a request body describes, and returns its id. */
	private function create_target( Body $body ): int|WP_Error {
		$allowed  = Access::create();
		$fields   = new RegistryFields( $body->all( array( 'title' ) ) );
		$problems = $fields->problems( true );
		if ( is_wp_error( $allowed ) || $problems ) {
			return is_wp_error( $allowed ) ? $allowed : Errors::fields( $problems );
		}
		$made = $this->store->details->create( $fields->stored() );
		return is_wp_error( $made ) ? Errors::not_stored() : $made;
	}

	/** Returns the id of a registry that the caller may edit. */
	private static function target( mixed $named ): int|WP_Error {
		$registry = is_int( $named ) ? Registries::with_id( $named ) : null;
		if ( $registry && Registries::may_read( $registry ) && current_user_can( 'edit_post', $registry->ID ) ) {
			return $registry->ID;
		}
		return Errors::fields( array( 'to' => new FieldError( 'no_registry', __( 'Choose one of your registries.', 'largesse' ) ) ) );
	}

	/** Checks whether the caller may see the wishes of the registry, and whether the path can name an item. */
	public static function may_view( WP_REST_Request $request ): bool|WP_Error {
		$registry = Access::registry( $request );
		if ( is_wp_error( $registry ) ) {
			return $registry;
		}
		return 0 !== Routes::item_id( $request ) && ShownRegistry::is_open( $registry ) ? true : Errors::no_item();
	}
}
