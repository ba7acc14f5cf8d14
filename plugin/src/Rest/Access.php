<?php
/**
 * Who may do what with a registry over REST.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Rest;

use Largesse\Registry\Registries;
use WP_Error;
use WP_Post;
use WP_REST_Request;

/**
 * Decides on each request: who is not signed in may do nothing, and a registry that somebody may not read is not
 * there for them.
 */
final class Access {

	/** The largest id that JSON carries exactly: 2^53 - 1. */
	private const MAX_ID = 9007199254740991;

	/**
	 * Whether the caller may read the registry of the path.
	 *
	 * @param WP_REST_Request $request The request.
	 */
	public static function read( WP_REST_Request $request ): bool|WP_Error {
		$registry = self::registry( $request );
		return is_wp_error( $registry ) ? $registry : true;
	}

	/**
	 * Whether the caller may change the registry of the path.
	 *
	 * @param WP_REST_Request $request The request.
	 */
	public static function edit( WP_REST_Request $request ): bool|WP_Error {
		$registry = self::registry( $request );
		if ( is_wp_error( $registry ) ) {
			return $registry;
		}
		return current_user_can( 'edit_post', $registry->ID ) ? true : self::forbidden();
	}

	/**
	 * Whether the caller may change the items of the registry of the path, and the path could name one. Whether the
	 * registry has it, the service knows.
	 *
	 * @param WP_REST_Request $request The request.
	 */
	public static function edit_item( WP_REST_Request $request ): bool|WP_Error {
		$allowed = self::edit( $request );
		return true === $allowed && 0 === self::item( $request ) ? self::no_item() : $allowed;
	}

	/**
	 * Whether the caller may delete the registry of the path.
	 *
	 * @param WP_REST_Request $request The request.
	 */
	public static function delete( WP_REST_Request $request ): bool|WP_Error {
		$registry = self::registry( $request );
		if ( is_wp_error( $registry ) ) {
			return $registry;
		}
		return current_user_can( 'delete_post', $registry->ID ) ? true : self::forbidden();
	}

	/**
	 * Whether the caller may make a registry.
	 */
	public static function create(): bool|WP_Error {
		if ( ! is_user_logged_in() ) {
			return self::signed_out();
		}
		return current_user_can( 'publish_registries' ) ? true : new WP_Error( 'largesse_forbidden', __( 'Sorry, you are not allowed to make a registry here.', 'largesse' ), array( 'status' => 403 ) );
	}

	/**
	 * The registry of the path, where the caller may read it. Only the path counts: a body or a query string may
	 * hold an id as well.
	 *
	 * @param WP_REST_Request $request The request.
	 */
	public static function registry( WP_REST_Request $request ): WP_Post|WP_Error {
		if ( ! is_user_logged_in() ) {
			return self::signed_out();
		}
		$registry = Registries::with_id( (string) ( $request->get_url_params()['id'] ?? '' ) );
		return $registry && Registries::may_read( $registry ) ? $registry : self::no_registry();
	}

	/**
	 * The error where a registry is not there for the caller, for whatever reason.
	 */
	public static function no_registry(): WP_Error {
		return new WP_Error( 'largesse_no_registry', __( 'This registry is not there any more, or it is not yours to see.', 'largesse' ), array( 'status' => 404 ) );
	}

	/**
	 * The error where the registry has no such item.
	 */
	public static function no_item(): WP_Error {
		return new WP_Error( 'largesse_no_item', __( 'This gift is not there any more.', 'largesse' ), array( 'status' => 404 ) );
	}

	/**
	 * The error for who may change a registry and not decide who sees it.
	 */
	public static function may_not_publish(): WP_Error {
		return new WP_Error( 'largesse_forbidden', __( 'Sorry, you are not allowed to do that.', 'largesse' ), array( 'status' => 403 ) );
	}

	/**
	 * Id of the item of the path; 0 for what cannot be one.
	 *
	 * @param WP_REST_Request $request The request.
	 */
	public static function item( WP_REST_Request $request ): int {
		$asked = (string) ( $request->get_url_params()['item'] ?? '' );
		$id    = (int) $asked;
		return (string) $id === $asked && $id <= self::MAX_ID ? $id : 0;
	}

	/**
	 * The error for who is not signed in.
	 */
	private static function signed_out(): WP_Error {
		return new WP_Error( 'largesse_signed_out', __( 'Please sign in first.', 'largesse' ), array( 'status' => 401 ) );
	}

	/**
	 * The error for who may read a registry and not change it.
	 */
	private static function forbidden(): WP_Error {
		return new WP_Error( 'largesse_forbidden', __( 'Sorry, only the owner of a registry may change it.', 'largesse' ), array( 'status' => 403 ) );
	}
}
