<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Http\Routes;
use Largesse\Foundation\Records\Records;
use Largesse\Foundation\Service\FieldRules;
use Largesse\Foundation\Service\Rules;
use WeakMap;
use WP_Error;
use WP_Post;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Validates registry meta that is written through WordPress's REST API. A caller can send the digest of a list that the
 * caller has read. Then the list is written only if the stored list has this digest (rules: Changing lists on the
 * host).
 *
 * Creates one registry for each mark of the service or of a page of My registries. They repeat a request with the same
 * mark if they do not know whether the registry exists, for example after a slow answer (rules: Repeated requests).
 */
final class RestWrites {

	/**
	 * Name of the header for conditional writes. In a request, the header contains entries of the form `key=digest`,
	 * separated by commas. A digest is the SHA-256 (hex) of the list that the caller has read. In a response, the
	 * header contains only the keys.
	 */
	public const CONDITION_HEADER = 'X-Largesse-If-Meta';

	/** Header with the mark, a UUID. Responses contain the header, too, so that the service knows that marks count. */
	public const CREATION_HEADER = 'X-Largesse-Creation';

	/** Meta key of the mark. */
	public const CREATION_MARK = '_largesse_creation';

	/** @var WeakMap<WP_REST_Request, array<string, list<string>>> People whom a request proposes, by meta key. */
	private readonly WeakMap $proposed;

	public function __construct() {
		$this->proposed = new WeakMap();
	}

	/**
	 * Returns the post, or an error that names the invalid meta. WordPress validates meta after it has written the post.
	 */
	public function check( mixed $prepared, WP_REST_Request $request ): mixed {
		if ( is_wp_error( $prepared ) || ! is_array( $request['meta'] ) ) {
			return $prepared;
		}
		if ( isset( $prepared->ID ) && self::is_from_browser() && null === $request->get_header( self::CONDITION_HEADER ) ) {
			// WordPress's editor sends all meta as it was when the editor opened. These lists would undo newer changes.
			$request['meta'] = array_diff_key( $request['meta'], array_flip( RegistryMeta::LISTS ) );
		}
		$meta = $request['meta'];
		foreach ( array_intersect_key( $meta, RegistryMeta::DEFAULTS ) as $key => $value ) {
			// null deletes the value.
			if ( null !== $value && ! ( is_string( $value ) && self::is_valid( $key, $value ) ) ) {
				return new WP_Error(
					'largesse_invalid_meta',
					/* translators: %s: name of a field. */
					sprintf( __( 'The value of %s is not valid.', 'largesse' ), $key ),
					array( 'status' => 400 )
				);
			}
		}
		$registry = isset( $prepared->ID ) ? get_post( (int) $prepared->ID ) : null;
		// A new registry has no secret gifts yet.
		$keepers = null === $registry || current_user_can( 'edit_others_registries' )
			? array()
			: (array) json_decode( $meta[ RegistryMeta::KEEPERS ] ?? '[]' );
		return (
			$keepers ? PeopleLists::problem_of_keepers( $registry, $keepers ) : null
		) ?? $this->hold_back( $registry, $request, $meta ) ?? $prepared;
	}

	/** Checks whether the request has the cookies of a signed-in browser, and not the password of a program. */
	private static function is_from_browser(): bool {
		return true === ( $GLOBALS['wp_rest_auth_cookie'] ?? null );
	}

	/**
	 * Removes people who have not accepted yet from the submitted lists of co-owners and keepers. `propose` stores them
	 * after WordPress has written the registry. Returns an error if the caller has named too many people today.
	 */
	private function hold_back( ?WP_Post $registry, WP_REST_Request $request, array $meta ): ?WP_Error {
		$proposed = array();
		foreach ( array_intersect_key( RegistryMeta::PROPOSED, $meta ) as $key => $_ ) {
			$sent             = PeopleEntries::unique( PeopleEntries::entries( (string) $meta[ $key ] ) );
			$proposed[ $key ] = array_values(
				array_filter( $sent, static fn ( string $entry ): bool => ! Proposals::is_unneeded( $registry, $key, $entry ) )
			);
			if ( $proposed[ $key ] ) {
				$meta[ $key ] = (string) wp_json_encode(
					PeopleEntries::without( $sent, $proposed[ $key ] ),
					JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES
				);
			}
		}
		if ( ! $proposed ) {
			return null;
		}
		$this->proposed[ $request ] = $proposed;
		$request['meta']            = $meta;
		return Proposals::limit_error( count( Proposals::new_people( $registry, $proposed ) ) );
	}

	/** Stores the proposals of a request. A submitted list withdraws all proposals that it does not name. */
	public function propose( WP_Post $registry, WP_REST_Request $request ): void {
		if ( isset( $this->proposed[ $request ] ) ) {
			Proposals::ask( $registry, $this->proposed[ $request ], replaces: true );
		}
	}

	/**
	 * Writes the lists that have a condition in the request's header, before WordPress writes the rest of the registry.
	 */
	public function write_lists( mixed $prepared, WP_REST_Request $request ): mixed {
		$header = $request->get_header( self::CONDITION_HEADER );
		$id     = is_object( $prepared ) && ! is_wp_error( $prepared ) ? (int) ( $prepared->ID ?? 0 ) : 0;
		// An autosave runs the same filter on another route. Autosaves must not write lists.
		if ( null === $header || 0 === $id || rest_get_route_for_post( $id ) !== $request->get_route() ) {
			return $prepared;
		}
		$digests = self::digests( $header );
		if ( null === $digests ) {
			return new WP_Error(
				'largesse_invalid_condition',
				__( 'The condition of the request is not valid.', 'largesse' ),
				array( 'status' => 400 )
			);
		}
		$meta  = is_array( $request['meta'] ) ? $request['meta'] : array();
		$lists = array();
		foreach ( array_intersect_key( $meta, $digests ) as $key => $json ) {
			$lists[ $key ] = $json ?? RegistryMeta::DEFAULTS[ $key ];
		}
		if ( ! self::replace_lists( $id, $digests, $lists ) ) {
			return new WP_Error( 'largesse_registry_changed', __( 'Someone else just changed this registry. Reload the page and try again.', 'largesse' ), array( 'status' => 412 ) );
		}
		// Remove the lists from the request. Otherwise, WordPress would write the lists again, and could overwrite
		// newer changes.
		$request['meta'] = array_diff_key( $meta, $lists );
		return $prepared;
	}

	/**
	 * Replaces lists, unless one of the lists in `$digests` has changed since the caller read it. If one changes during
	 * the call, lists that were replaced before stay so.
	 *
	 * @param array<string, string> $digests SHA-256 (hex) of the lists that were read, by meta key.
	 * @param array<string, string> $lists   The new lists as JSON, by meta key. Each key must also be in `$digests`.
	 * @return bool True if the lists are stored.
	 */
	private static function replace_lists( int $registry_id, array $digests, array $lists ): bool {
		foreach ( $digests as $key => $digest ) {
			if ( ! ( new StoredList( $registry_id, $key ) )->is( $digest ) ) {
				return false;
			}
		}
		$listed = WishOrder::of( $registry_id )->ids;
		foreach ( $lists as $key => $json ) {
			if ( ! ( new StoredList( $registry_id, $key ) )->replace( $digests[ $key ], $json ) ) {
				return false;
			}
		}
		if ( isset( $lists[ RegistryMeta::ITEM_IDS ] ) ) {
			$removed = array_values( array_diff( $listed, WishOrder::of( $registry_id )->ids ) );
			WishOrder::remove_items( $registry_id, $removed );
			Changes::fire_added( $registry_id, array_diff( WishOrder::of( $registry_id )->ids, $listed ) );
			Changes::fire_removed( $registry_id, array_fill_keys( $removed, null ) );
		}
		return true;
	}

	/** @return array<string, string>|null Digests in CONDITION_HEADER by meta key; null if a condition is invalid. */
	private static function digests( string $header ): ?array {
		$digests = array();
		foreach ( explode( ',', $header ) as $condition ) {
			if (
				1 !== preg_match( '/^\s*(\w+)=([0-9a-f]{64})\s*$/iD', $condition, $part )
				|| ! in_array( $part[1], RegistryMeta::LISTS, true )
			) {
				return null;
			}
			$digests[ $part[1] ] = strtolower( $part[2] );
		}
		return $digests;
	}

	private static function is_valid( string $key, string $value ): bool {
		return match ( $key ) {
			RegistryMeta::ITEM_IDS    => self::is_list_of( $value, self::is_id( ... ) ),
			RegistryMeta::HEADINGS    => Order::is_valid( $value ),
			RegistryMeta::MOST_WANTED => self::is_list_of( $value, self::is_id( ... ) )
				&& count( Order::ids_in( (array) json_decode( $value ) ) ) === count( (array) json_decode( $value ) ),
			RegistryMeta::INVITEES    => self::is_list_of( $value, self::is_person( ... ), Rules::MAX_INVITEES ),
			RegistryMeta::OWNERS      => self::is_list_of( $value, self::is_person( ... ), Rules::MAX_CO_OWNERS ),
			RegistryMeta::KEEPERS     => self::is_list_of( $value, self::is_person( ... ), Rules::MAX_KEEPERS ),
			RegistryMeta::EVENT_TYPE  => null === FieldRules::problem( 'event_type', $value ),
			RegistryMeta::EVENT_DATE,
			RegistryMeta::REVEAL_DATE => '' === $value || null === FieldRules::problem( 'event_date', $value ),
			RegistryMeta::SURPRISE    => '' === $value || in_array( $value, Rules::SURPRISE_LEVELS, true ),
			RegistryMeta::COVER       => Cover::is_valid( $value ),
			default                   => true,
		};
	}

	private static function is_id( mixed $id ): bool {
		return is_int( $id ) && $id > 0 && $id <= Rules::MAX_SAFE;
	}

	private static function is_person( mixed $entry ): bool {
		return is_string( $entry ) && null === FieldRules::problem( 'invitee', FieldRules::trim( $entry ) );
	}

	/** @param callable(mixed): bool $is_entry Checks each entry of the JSON array. */
	private static function is_list_of( string $json, callable $is_entry, int $max = PHP_INT_MAX ): bool {
		$list = json_decode( $json );
		return is_array( $list ) && count( $list ) <= $max && count( array_filter( $list, $is_entry ) ) === count( $list );
	}

	/**
	 * Creates a registry, or returns the registry that the caller has created with the same mark. A repeated request
	 * waits for the first one.
	 */
	public static function create_once( mixed $result, WP_REST_Request $request, string $route, array $handler ): mixed {
		$mark = self::mark_of( $request );
		if ( null !== $result || null === $mark ) {
			return $result;
		}
		return Records::locked(
			"creation_{$mark}",
			static fn (): mixed => self::earlier( $request, $mark ) ?? self::create( $handler['callback'], $request, $mark )
		);
	}

	/**
	 * Creates a registry, and stores the mark while WordPress saves the post.
	 *
	 * @param callable(WP_REST_Request): mixed $callback WordPress's own callback of the route.
	 */
	private static function create( callable $callback, WP_REST_Request $request, string $mark ): mixed {
		$store = static fn ( int $id ) => add_post_meta( $id, self::CREATION_MARK, $mark, true );
		add_action( 'save_post_' . RegistryPostType::NAME, $store, 0 );
		$created = $callback( $request );
		remove_action( 'save_post_' . RegistryPostType::NAME, $store, 0 );
		return $created;
	}

	private static function earlier( WP_REST_Request $creation, string $mark ): ?WP_REST_Response {
		$ids = get_posts(
			array(
				'post_type'   => RegistryPostType::NAME,
				'post_status' => 'any',
				'author'      => get_current_user_id(),
				'meta_key'    => self::CREATION_MARK, // phpcs:ignore WordPress.DB.SlowDBQuery -- Only repeated requests find a registry, and few registries have this author.
				'meta_value'  => $mark, // phpcs:ignore WordPress.DB.SlowDBQuery -- See above.
				'fields'      => 'ids',
				'numberposts' => 1,
			)
		);
		if ( ! $ids ) {
			return null;
		}
		$request            = new WP_REST_Request( 'GET', "{$creation->get_route()}/{$ids[0]}" );
		$request['context'] = 'edit';
		return rest_do_request( $request );
	}

	private static function mark_of( WP_REST_Request $request ): ?string {
		$mark        = (string) $request->get_header( self::CREATION_HEADER );
		$is_creation = 'POST' === $request->get_method()
			&& in_array(
				$request->get_route(),
				array( rest_get_route_for_post_type_items( RegistryPostType::NAME ), '/' . Routes::NAMESPACE . '/registries' ),
				true
			);
		return $is_creation && 1 === preg_match( '/^[0-9a-f-]{36}$/D', $mark ) ? $mark : null;
	}
}
