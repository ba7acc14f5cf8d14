<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Http\Errors;
use Largesse\Foundation\Http\Routes;
use WP_Error;
use WP_Post;
use WP_REST_Request;

/**
 * Permission checks for REST requests. Except for `read`, all checks fail for visitors who are not signed in. Members
 * who may not read a registry get "not found".
 */
final class Access {

	/** Returns true if the caller may read the requested registry. Visitors who are not signed in may read public ones. */
	public static function read( WP_REST_Request $request ): bool|WP_Error {
		if ( self::find( $request ) ) {
			return true;
		}
		return is_user_logged_in() ? Errors::no_registry() : Errors::signed_out();
	}

	/** Returns true if the caller may change the requested registry. */
	public static function edit( WP_REST_Request $request ): bool|WP_Error {
		return self::may( 'edit_post', $request );
	}

	/** Like `edit`; also checks that the item id is well-formed. The service checks whether the registry has the item. */
	public static function edit_item( WP_REST_Request $request ): bool|WP_Error {
		$allowed = self::edit( $request );
		return true === $allowed && 0 === Routes::item_id( $request ) ? Errors::no_item() : $allowed;
	}

	/** Returns true if the caller may delete the requested registry. */
	public static function delete( WP_REST_Request $request ): bool|WP_Error {
		return self::may( 'delete_post', $request );
	}

	/** Returns true if the caller is signed in. */
	public static function member(): bool|WP_Error {
		return is_user_logged_in() ? true : Errors::signed_out();
	}

	/** Returns true if the caller may create a registry. */
	public static function create(): bool|WP_Error {
		if ( ! is_user_logged_in() ) {
			return Errors::signed_out();
		}
		if ( ConfirmedAddress::is_pending( wp_get_current_user() ) && ! current_user_can( 'publish_registries' ) ) {
			return Errors::unconfirmed();
		}
		return current_user_can( 'publish_registries' )
			? true
			: Errors::forbidden( __( 'Sorry, you are not allowed to create a registry here.', 'largesse' ) );
	}

	/** Returns the requested registry if a caller who is signed in may read it. */
	public static function registry( WP_REST_Request $request ): WP_Post|WP_Error {
		return is_user_logged_in() ? self::find( $request ) ?? Errors::no_registry() : Errors::signed_out();
	}

	/**
	 * Returns the requested registry if the caller may read it; null otherwise. Reads the id only from the path, because
	 * a body or a query string may contain another id.
	 */
	private static function find( WP_REST_Request $request ): ?WP_Post {
		return Registries::readable( (string) ( $request->get_url_params()['id'] ?? '' ) );
	}

	private static function may( string $capability, WP_REST_Request $request ): bool|WP_Error {
		$registry = self::registry( $request );
		if ( is_wp_error( $registry ) ) {
			return $registry;
		}
		return current_user_can( $capability, $registry->ID )
			? true
			: Errors::forbidden( __( 'Sorry, only the owner of a registry can change it.', 'largesse' ) );
	}
}
