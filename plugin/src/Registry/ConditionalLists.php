<?php
/**
 * Writing lists over what was read.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Feature;
use WP_Error;
use WP_HTTP_Response;
use WP_REST_Request;

/**
 * Lets whoever writes a registry by REST say which list the new one was made from (`X-Largesse-If-Meta`). WordPress
 * knows no such condition: the last one to write would win, and what others wrote meanwhile be lost.
 */
final class ConditionalLists implements Feature {

	/** The header: in requests `key=SHA-256, hex, of the value as it was read`, in answers the keys; separated by commas. */
	public const HEADER = 'X-Largesse-If-Meta';

	/** The keys that are compared. */
	private const KEYS = array( RegistryMeta::ITEM_IDS, RegistryMeta::INVITEES );

	/**
	 * Adds the hooks of this feature.
	 */
	public function register(): void {
		// After the rules for meta have been checked, at 10.
		add_filter( 'rest_pre_insert_' . RegistryPostType::NAME, array( $this, 'write' ), 20, 2 );
		add_filter( 'rest_post_dispatch', array( $this, 'announce' ), 10, 3 );
	}

	/**
	 * Writes the lists for which there is a condition, before anything else of the registry is written; the rest is
	 * WordPress's to do.
	 *
	 * @param mixed           $prepared The post as it will be stored, or an error of an earlier filter.
	 * @param WP_REST_Request $request  The request.
	 */
	public function write( mixed $prepared, WP_REST_Request $request ): mixed {
		$header = $request->get_header( self::HEADER );
		$id     = is_object( $prepared ) && ! is_wp_error( $prepared ) ? (int) ( $prepared->ID ?? 0 ) : 0;
		// An autosave asks the same filter, and writes no list.
		if ( null === $header || 0 === $id || rest_get_route_for_post( $id ) !== $request->get_route() ) {
			return $prepared;
		}
		$digests = self::digests( $header );
		if ( null === $digests ) {
			return new WP_Error( 'largesse_invalid_condition', __( 'The condition of the request is not valid.', 'largesse' ), array( 'status' => 400 ) );
		}
		$meta = is_array( $request['meta'] ) ? $request['meta'] : array();
		// All of them before the first is written.
		foreach ( $digests as $key => $digest ) {
			if ( ! StoredList::has_digest( $id, $key, $digest ) ) {
				return self::changed();
			}
		}
		foreach ( array_intersect_key( $digests, $meta ) as $key => $digest ) {
			if ( ! StoredList::overwrite( $id, $key, $digest, $meta[ $key ] ?? RegistryMeta::DEFAULTS[ $key ] ) ) {
				return self::changed();
			}
			// WordPress would write it once more, over whatever somebody has made of it meanwhile.
			unset( $meta[ $key ] );
		}
		$request['meta'] = $meta;
		return $prepared;
	}

	/**
	 * Says in answers about registries which lists are compared.
	 *
	 * @param mixed           $response What WordPress is about to answer.
	 * @param mixed           $server   The server.
	 * @param WP_REST_Request $request  The request.
	 */
	public function announce( mixed $response, mixed $server, WP_REST_Request $request ): mixed {
		if ( $response instanceof WP_HTTP_Response && RestCaller::is_about_registries( $request ) ) {
			$response->header( self::HEADER, implode( ', ', self::KEYS ) );
		}
		return $response;
	}

	/**
	 * The digests by key; null for a condition that cannot be understood, which must not be passed by.
	 *
	 * @param string $header Value of the header.
	 * @return array<string, string>|null
	 */
	private static function digests( string $header ): ?array {
		$digests = array();
		foreach ( explode( ',', $header ) as $condition ) {
			if ( 1 !== preg_match( '/^\s*(\w+)=([0-9a-f]{64})\s*$/iD', $condition, $part ) || ! in_array( $part[1], self::KEYS, true ) ) {
				return null;
			}
			$digests[ $part[1] ] = strtolower( $part[2] );
		}
		return $digests;
	}

	/**
	 * The error where a list is no longer what was read.
	 */
	private static function changed(): WP_Error {
		return new WP_Error( 'largesse_registry_changed', __( 'Somebody else has changed the registry meanwhile.', 'largesse' ), array( 'status' => 412 ) );
	}
}
