<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\Registries\Registry\RegistryPostType;
use WP_Application_Passwords;
use WP_Error;
use WP_HTTP_Response;
use WP_REST_Request;
use WP_User;

/**
 * Keys of an administrator for programs that may do only one thing at the service (rules: Keys). A key is one of
 * WordPress's application passwords, which stores only its hash and the day of its last use. An option stores what the
 * key may do, and when it ends. The service decides what a request may do; this class tells it the scope, and refuses
 * all other uses of a key on this site.
 */
final class ApiKeys {

	/** Option with the keys by the ids of their application passwords. */
	public const OPTION = 'largesse_keys';

	/** Scopes of the service. */
	public const SCOPES = array( 'read', 'gifts', 'events' );

	/** Header that names the scope of the caller's key to the service. */
	private const HEADER = 'X-Largesse-Key';

	/** Application id of all keys in WordPress's list of application passwords. */
	private const APP_ID = '5d1a1f0e-6b0c-4a5e-9a43-0c9d2f5b7e11';

	/** Longest name, and longest time until a key ends, in days. */
	public const MAX_NAME = 100;
	public const MAX_DAYS = 3650;

	/**
	 * Creates a key.
	 *
	 * @param int|null $days Days until the key ends; null for no end.
	 * @return string|WP_Error The key, which nobody can read again.
	 */
	public function create( WP_User $user, string $name, string $scope, ?int $days ): string|WP_Error {
		if (
			'' === $name
			|| mb_strlen( $name ) > self::MAX_NAME
			|| WP_Application_Passwords::application_name_exists_for_user( $user->ID, $name )
		) {
			return new WP_Error( 'largesse_key', __( 'Enter a name that no other key or application password of yours has.', 'largesse' ) );
		}
		$made = WP_Application_Passwords::create_new_application_password(
			$user->ID,
			array(
				'name'   => $name,
				'app_id' => self::APP_ID,
			)
		);
		if ( is_wp_error( $made ) ) {
			return $made;
		}
		list( $key, $item ) = $made;
		$stored             = array(
			'user'  => $user->ID,
			'scope' => $scope,
			'ends'  => null === $days ? 0 : time() + $days * DAY_IN_SECONDS,
		);
		update_option( self::OPTION, array( $item['uuid'] => $stored ) + self::stored(), false );
		return WP_Application_Passwords::chunk_password( $key );
	}

	/** Revokes a key. @return bool False if there is no such key. */
	public function revoke( string $id ): bool {
		$stored = self::stored();
		$key    = $stored[ $id ] ?? null;
		if ( null === $key ) {
			return false;
		}
		// A key without an entry is refused, so the order matters if a line fails.
		update_option( self::OPTION, array_diff_key( $stored, array( $id => 0 ) ), false );
		WP_Application_Passwords::delete_application_password( $key['user'], $id );
		return true;
	}

	/**
	 * Returns all keys, the newest first. Times are in seconds since 1970, 0 for never.
	 *
	 * @return array<string, array{name: string, user: string, scope: string, created: int, ends: int, used: int}>
	 */
	public function all(): array {
		$keys = array();
		foreach ( self::stored() as $id => $key ) {
			$user = get_userdata( $key['user'] );
			$item = WP_Application_Passwords::get_user_application_password( $key['user'], $id );
			if ( $user && is_array( $item ) ) {
				$keys[ $id ] = array(
					'name'    => (string) $item['name'],
					'user'    => $user->user_login,
					'scope'   => $key['scope'],
					'created' => (int) $item['created'],
					'ends'    => $key['ends'],
					'used'    => (int) ( $item['last_used'] ?? 0 ),
				);
			}
		}
		return $keys;
	}

	/** Refuses a key that has ended, that is not in the option, or that is used for XML-RPC. */
	public static function refuse( WP_Error $error, WP_User $user, array $item ): void {
		if ( self::APP_ID !== ( $item['app_id'] ?? '' ) ) {
			return;
		}
		$key = self::stored()[ $item['uuid'] ] ?? null;
		if (
			null === $key
			|| ( 0 !== $key['ends'] && $key['ends'] <= time() )
			|| ( defined( 'XMLRPC_REQUEST' ) && XMLRPC_REQUEST )
		) {
			$error->add( 'largesse_key', __( 'This key does not work, or no longer.', 'largesse' ) );
		}
	}

	/** Refuses requests of a key, except the service's reads of users and registries. */
	public static function limit( mixed $response, mixed $server, WP_REST_Request $request ): mixed {
		$key = self::of_request();
		if ( null === $key || null !== $response || self::is_of_service( $request ) ) {
			return $response;
		}
		return new WP_Error(
			'largesse_key',
			__( 'A key works only at the registry service.', 'largesse' ),
			array( 'status' => 403 )
		);
	}

	/** Adds a header with the scope of the caller's key to the answer about the caller. */
	public static function add_header( mixed $response, mixed $server, WP_REST_Request $request ): mixed {
		$key = self::of_request();
		if ( null !== $key && $response instanceof WP_HTTP_Response && '/wp/v2/users/me' === self::route( $request ) ) {
			$response->header( self::HEADER, $key['scope'] );
		}
		return $response;
	}

	private static function is_of_service( WP_REST_Request $request ): bool {
		$route      = self::route( $request );
		$registries = preg_quote( rest_get_route_for_post_type_items( RegistryPostType::NAME ), '~' );
		if ( ! in_array( $request->get_method(), array( 'GET', 'HEAD' ), true ) ) {
			return false;
		}
		return in_array( $route, array( '', '/wp/v2/users/me', '/largesse/v1/status' ), true )
			|| 1 === preg_match( "~^{$registries}(/\d+)?$~D", $route )
			// A search for a part of an address would list all users.
			|| ( '/wp/v2/users' === $route && is_email( (string) $request['search'] ) );
	}

	private static function route( WP_REST_Request $request ): string {
		return strtolower( rtrim( $request->get_route(), '/' ) );
	}

	/** @return array{user: int, scope: string, ends: int}|null The key of this request; null without a key. */
	private static function of_request(): ?array {
		$id = function_exists( 'rest_get_authenticated_app_password' ) ? rest_get_authenticated_app_password() : null;
		return null === $id ? null : self::stored()[ $id ] ?? null;
	}

	/** @return array<string, array{user: int, scope: string, ends: int}> */
	private static function stored(): array {
		$stored = get_option( self::OPTION, array() );
		return is_array( $stored ) ? $stored : array();
	}
}
