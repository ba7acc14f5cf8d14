<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use Largesse\Registries\Registry\RegistryPostType;
use WP_Application_Passwords;
use WP_Error;
use WP_HTTP_Response;
use WP_REST_Request;
use WP_User;

/**
 * Keys of an administrator for programs that may do only one thing at the service (rules: Keys). The service decides
 * what a request may do; this class tells it the scope, and refuses all other uses of a key on this site.
 *
 * A key is no application password: without this class, WordPress would give it all rights of the administrator, on a
 * site without the plugin and on the other sites of a network. Only this class knows the keys of a site, so no key
 * works where the class does not run.
 */
final class ApiKeys {

	/**
	 * Kind of the records, under a hash of the key: `name` and `scope`, and when it was `created` and last `used` (0 for
	 * never). The time of a record is the key's end.
	 */
	public const KIND = 'api_key';

	/** Header that names the scope of the caller's key to the service. */
	private const HEADER = 'X-Largesse-Key';

	/** Number of characters of a key. Application passwords have 24, so requests with these need no query. */
	private const LENGTH = 32;

	/** Longest name, and longest time until a key ends, in days. */
	public const MAX_NAME = 100;
	public const MAX_DAYS = 3650;

	/** The key with which this request has signed in; null without a key. */
	private static ?Record $used = null;

	/**
	 * Creates a key.
	 *
	 * @param int|null $days Days until the key ends; null for no end.
	 * @return string|WP_Error The key, which nobody can read again.
	 */
	public function create( WP_User $user, string $name, string $scope, ?int $days ): string|WP_Error {
		$names = array_map( static fn ( Record $key ): string => $key->data['name'], Records::all( self::KIND ) );
		if ( '' === $name || mb_strlen( $name ) > self::MAX_NAME || in_array( $name, $names, true ) ) {
			return new WP_Error( 'largesse_key', __( 'Enter a name that no other key has.', 'largesse' ) );
		}
		$key    = wp_generate_password( self::LENGTH, false );
		$data   = array(
			'name'    => $name,
			'scope'   => $scope,
			'created' => time(),
			'used'    => 0,
		);
		$ends   = null === $days ? 0 : time() + $days * DAY_IN_SECONDS;
		$stored = Records::change(
			self::KIND,
			self::id( $key ),
			static fn ( Record $now ): Record => $now->with( data: $data, time: $ends, user: $user->ID )
		);
		return is_wp_error( $stored ) ? $stored : WP_Application_Passwords::chunk_password( $key );
	}

	/** Revokes a key. @return bool False if there is no such key. */
	public function revoke( string $id ): bool {
		return Records::read_again( self::KIND, $id )->is_stored() && null === Records::delete( self::KIND, $id );
	}

	/**
	 * Returns all keys, the newest first. Times are in seconds since 1970, 0 for never.
	 *
	 * @return array<string, array{name: string, user: string, scope: string, created: int, ends: int, used: int}>
	 */
	public function all(): array {
		$keys = array();
		foreach ( array_reverse( Records::all( self::KIND ) ) as $key ) {
			$user = get_userdata( $key->user );
			if ( $user ) {
				$keys[ $key->key ] = array(
					'name'    => $key->data['name'],
					'user'    => $user->user_login,
					'scope'   => $key->data['scope'],
					'created' => $key->data['created'],
					'ends'    => $key->time,
					'used'    => $key->data['used'],
				);
			}
		}
		return $keys;
	}

	/**
	 * Signs in the user of a key, in the REST API only, and where WordPress accepts application passwords. Runs before
	 * WordPress compares the password with these.
	 *
	 * @param mixed $user_id Id of the user whom another method has signed in; 0 or false for nobody.
	 */
	public static function sign_in( mixed $user_id ): mixed {
		// phpcs:disable WordPress.Security.ValidatedSanitizedInput -- A changed password would be another one.
		$name     = wp_unslash( $_SERVER['PHP_AUTH_USER'] ?? '' );
		$password = preg_replace( '/[^a-z\d]/i', '', $_SERVER['PHP_AUTH_PW'] ?? '' );
		// phpcs:enable WordPress.Security.ValidatedSanitizedInput
		$is_rest = defined( 'REST_REQUEST' ) && REST_REQUEST;
		if ( $user_id || ! $is_rest || ! is_string( $name ) || self::LENGTH !== strlen( (string) $password ) ) {
			return $user_id;
		}
		$user = get_user_by( 'login', $name );
		$user = $user ? $user : get_user_by( 'email', $name );
		$key  = Records::read( self::KIND, self::id( (string) $password ) );
		if (
			! $user
			|| ! $key->is_stored()
			|| $key->user !== $user->ID
			|| ( 0 !== $key->time && $key->time <= time() )
			|| ! wp_is_application_passwords_available_for_user( $user )
		) {
			return $user_id;
		}
		self::$used = $key;
		self::note_use( $key );
		return $user->ID;
	}

	/** Stores the last use of a key, at most once a day, as WordPress does for application passwords. */
	private static function note_use( Record $key ): void {
		if ( $key->data['used'] > time() - DAY_IN_SECONDS ) {
			return;
		}
		Records::change(
			self::KIND,
			$key->key,
			static fn ( Record $now ): ?Record => $now->is_stored()
				? $now->with( data: array( 'used' => time() ) + $now->data )
				: null
		);
	}

	/**
	 * Refuses all requests of a key that KeyRequests does not allow. Runs before other plugins can answer a request, and
	 * again after them.
	 */
	public static function limit( mixed $response, mixed $server, WP_REST_Request $request ): mixed {
		if ( null === self::$used || self::is_of_service( $request, self::$used->data['scope'] ) ) {
			return $response;
		}
		return new WP_Error(
			'largesse_key',
			__( 'A key works only at the registry service.', 'largesse' ),
			array( 'status' => 403 )
		);
	}

	/** Lets a key find only the account with exactly the address. WordPress would also find parts of addresses. */
	public static function search_exactly( array $query, WP_REST_Request $request ): array {
		return null === self::$used
			? $query
			: array(
				'search'         => (string) $request['search'],
				'search_columns' => array( 'user_email' ),
			) + $query;
	}

	/** Adds a header with the scope of the caller's key to the answer about the caller. */
	public static function add_header( mixed $response, mixed $server, WP_REST_Request $request ): mixed {
		$is_about_caller = '/wp/v2/users/me' === $request->get_route();
		if ( null !== self::$used && $response instanceof WP_HTTP_Response && $is_about_caller ) {
			$response->header( self::HEADER, self::$used->data['scope'] );
		}
		return $response;
	}

	private static function is_of_service( WP_REST_Request $request, string $scope ): bool {
		$parameters = array_diff_key( $request->get_params(), array( 'rest_route' => true ) );
		$registries = rest_get_route_for_post_type_items( RegistryPostType::NAME );
		return KeyRequests::allows( $scope, $request->get_method(), $request->get_route(), $parameters, $registries );
	}

	/** Returns a hash of a key. A key has 190 random bits, so nobody can guess it from a fast hash without a salt. */
	private static function id( string $key ): string {
		return hash( 'sha256', $key );
	}
}
