<?php
declare( strict_types=1 );

namespace Largesse\Service;

use Generator;
use WP_Error;

/**
 * Calls the API with the site's own account. Most methods return the decoded response, or null after a 404 or an empty
 * body. The comments of the other methods describe their results. If the address of the API is not set, calls return a
 * WP_Error with the code `api_not_configured`. All other failures have the code `api_error`. The data of these errors is
 * the HTTP `status` (0 without a response). ApiError::broken_rules() returns the rules that the API named (rules: Clients
 * 3).
 */
final class Client {

	use GuestCalls;
	use WebhookCalls;

	/** Default timeout of a call in seconds (rules: Clients 2). */
	public const TIMEOUT_S = 10;

	private readonly ServiceConnection $connection;

	/** @param int $timeout Timeout of a call in seconds. */
	public function __construct( private readonly Settings $settings, int $timeout = self::TIMEOUT_S ) {
		$this->connection = new ServiceConnection( $settings, $timeout );
	}

	/** Returns a client with another timeout. @param int $seconds Timeout in seconds. */
	public function with_timeout( int $seconds ): self {
		return new self( $this->settings, $seconds );
	}

	/** Checks whether the address of the API is set. */
	public function is_configured(): bool {
		return $this->connection->is_configured();
	}

	/** Calls `GET /`. */
	public function welcome(): mixed {
		return $this->connection->request( 'GET', '/' );
	}

	/** Calls `GET /health`. */
	public function health(): mixed {
		return $this->connection->request( 'GET', '/health' );
	}

	/**
	 * Reads active items, in the order of their ids.
	 *
	 * @param array<string, mixed> $query skip, limit, after, registry_id, ids.
	 */
	public function list_items( array $query = array() ): mixed {
		return $this->connection->request( 'GET', '/items', $query );
	}

	/**
	 * Returns the service's setting ITEMS_ACCESS: `authenticated`, `registry`, or `undecided` if it is not set. Returns
	 * an empty text if the account is not an admin, or if the call fails.
	 */
	public function items_access(): string {
		return $this->connection->header( 'items-access', '/items', array( 'limit' => 1 ) );
	}

	/**
	 * Reads a page of active items that match a search, and the number of matches by status. Only admins may use this
	 * method.
	 *
	 * @param array<string, mixed> $query q, q_registry_ids, affiliate_status, sort, skip, limit.
	 */
	public function search_items( array $query = array() ): mixed {
		return $this->connection->request( 'GET', '/items/search', $query );
	}

	/** Reads an active item; null if there is none. Returns the item without its envelope (rules: Clients 3). */
	public function get_item( int $id ): mixed {
		$answer = $this->connection->request( 'GET', "/items/{$id}" );
		return is_array( $answer ) && array_key_exists( 'data', $answer ) ? $answer['data'] : $answer;
	}

	/**
	 * Reads several items in the given order, without items that are missing or could not be read.
	 *
	 * @param list<int> $ids         Ids of items.
	 * @param int|null  $registry_id Registry to which the items must belong.
	 * @return list<array<string, mixed>>|WP_Error An error only if the address of the API is not set.
	 */
	public function get_items( array $ids, ?int $registry_id = null ): array|WP_Error {
		if ( ! $this->is_configured() ) {
			return ApiError::not_configured();
		}
		$ids   = array_values( array_unique( $ids ) );
		$found = array();
		foreach ( $this->item_batches( $ids, $registry_id ) as $answer ) {
			foreach ( is_array( $answer ) && array_is_list( $answer ) ? $answer : array() as $item ) {
				if ( is_array( $item ) && is_int( $item['id'] ?? null ) ) {
					$found[ $item['id'] ] = $item;
				}
			}
		}
		return array_values( array_filter( array_map( static fn( mixed $id ): ?array => $found[ $id ] ?? null, $ids ) ) );
	}

	/**
	 * Reads any number of items. One request reads at most Rules::MAX_IDS items.
	 *
	 * @param list<int> $ids         Ids of items.
	 * @param int|null  $registry_id Registry to which the items must belong.
	 * @return Generator<int, mixed> Answer to each request.
	 */
	public function item_batches( array $ids, ?int $registry_id = null ): Generator {
		foreach ( array_chunk( array_values( array_unique( $ids ) ), Rules::MAX_IDS ) as $some ) {
			yield $this->list_items(
				array(
					'ids'         => $some,
					'registry_id' => $registry_id,
				)
			);
		}
	}

	/**
	 * Creates an item; returns its envelope.
	 *
	 * @param array<string, mixed> $fields The fields, including registry_id.
	 * @param string|null          $key    Key of the request; a second call with the same key creates nothing again.
	 */
	public function create_item( array $fields, ?string $key = null ): mixed {
		return $this->connection->create( '/items', $fields, $key );
	}

	/**
	 * Changes the given fields of an item; returns its envelope.
	 *
	 * @param array<string, mixed> $fields   The fields.
	 * @param array<string, mixed> $expected Expected values, as for `delete_item`.
	 */
	public function update_item( int $id, array $fields, array $expected = array() ): mixed {
		return $this->change_item( 'PUT', $id, $fields, $expected );
	}

	/**
	 * Makes an item inactive; returns its envelope.
	 *
	 * @param array<string, mixed> $expected Expected values, for instance the item as it was read. If `updated_at`
	 *                                       differs, the result is an error with the status 412; if `registry_id` differs,
	 *                                       the item is not found.
	 */
	public function delete_item( int $id, array $expected = array() ): mixed {
		return $this->change_item( 'DELETE', $id, null, $expected );
	}

	/**
	 * Reads the account's own registries; with the role `co-owner`, the registries that the account co-owns.
	 *
	 * @param array<string, mixed> $query skip, limit and role.
	 */
	public function list_registries( array $query = array() ): mixed {
		return $this->connection->request( 'GET', '/registries', $query );
	}

	/** Reads a registry; null if it does not exist. */
	public function get_registry( int $id ): mixed {
		return $this->connection->request( 'GET', "/registries/{$id}" );
	}

	/**
	 * Creates a registry of the account.
	 *
	 * @param array<string, mixed> $fields title, story, status, meta.
	 * @param string|null          $key    As for `create_item`.
	 */
	public function create_registry( array $fields, ?string $key = null ): mixed {
		return $this->connection->create( '/registries', self::registry_body( $fields ), $key );
	}

	/**
	 * Changes the given fields of a registry.
	 *
	 * @param array<string, mixed> $fields   title, story, status, meta.
	 * @param array<string, mixed> $expected For instance the registry as it was read. If `version` differs, the result is
	 *                                       an error with the status 412.
	 */
	public function update_registry( int $id, array $fields, array $expected = array() ): mixed {
		return $this->connection->request( 'PATCH', "/registries/{$id}", array(), self::registry_body( $fields ), self::version_in( $expected, 'version' ) );
	}

	/** Deletes a registry permanently. @param array<string, mixed> $expected As for `update_registry`. */
	public function delete_registry( int $id, array $expected = array() ): mixed {
		return $this->connection->request( 'DELETE', "/registries/{$id}", array(), null, self::version_in( $expected, 'version' ) );
	}

	/**
	 * Reads the active items of a registry in their order.
	 *
	 * @param array<string, mixed> $query `include` => 'remaining' adds the number of pieces that can still be given.
	 */
	public function list_registry_items( int $id, array $query = array() ): mixed {
		return $this->connection->request( 'GET', "/registries/{$id}/items", $query );
	}

	/**
	 * Creates an item in a registry; returns its envelope. With a list of up to Rules::MAX_ITEMS_AT_ONCE items, creates
	 * all of them or none, and returns them in one envelope.
	 *
	 * @param array<string, mixed>|list<array<string, mixed>> $fields The fields, or a list of the fields of each item.
	 * @param string|null                                     $key    As for `create_item`.
	 */
	public function create_registry_item( int $id, array $fields, ?string $key = null ): mixed {
		return $this->connection->create( "/registries/{$id}/items", $fields, $key );
	}

	/**
	 * Makes an item of a registry inactive.
	 *
	 * @param array<string, mixed> $expected `updated_at`, as for `delete_item`.
	 */
	public function delete_registry_item( int $id, int $item_id, array $expected = array() ): mixed {
		return $this->connection->request( 'DELETE', "/registries/{$id}/items/{$item_id}", array(), null, self::version_in( $expected ) );
	}

	/**
	 * Adds an item of another registry of the same author to a list.
	 *
	 * @param array<string, mixed> $query `move`: `true` to move the item to the list.
	 */
	public function add_appearance( int $id, int $item_id, array $query = array() ): mixed {
		return $this->connection->request( 'PUT', "/registries/{$id}/appearances/{$item_id}", $query );
	}

	/** Removes an item of another registry from a list. */
	public function remove_appearance( int $id, int $item_id ): mixed {
		return $this->connection->request( 'DELETE', "/registries/{$id}/appearances/{$item_id}" );
	}

	/** Reads the invitees of a registry. */
	public function list_invitees( int $id ): mixed {
		return $this->connection->request( 'GET', "/registries/{$id}/invitees" );
	}

	/**
	 * Invites people to a registry.
	 *
	 * @param list<string> $invitees User names and e-mail addresses.
	 */
	public function add_invitees( int $id, array $invitees ): mixed {
		return $this->connection->request( 'POST', "/registries/{$id}/invitees", array(), array( 'invitees' => array_values( $invitees ) ) );
	}

	/** Withdraws an invitation. @param string $invitee User name or e-mail address. */
	public function remove_invitee( int $id, string $invitee ): mixed {
		return $this->connection->request( 'DELETE', "/registries/{$id}/invitees/" . self::segment( $invitee ) );
	}

	/** Reads the affiliate link of an item. */
	public function get_affiliate( int $id, int $item_id ): mixed {
		return $this->connection->request( 'GET', "/registries/{$id}/items/{$item_id}/affiliate" );
	}

	/**
	 * Sets the affiliate link of an item.
	 *
	 * @param array<string, mixed> $fields   affiliate_url and affiliate_status.
	 * @param array<string, mixed> $expected `updated_at`, as for `delete_item`.
	 */
	public function set_affiliate( int $id, int $item_id, array $fields, array $expected = array() ): mixed {
		return $this->connection->request( 'PUT', "/registries/{$id}/items/{$item_id}/affiliate", array(), $fields, self::version_in( $expected ) );
	}

	/**
	 * Removes the affiliate link of an item.
	 *
	 * @param array<string, mixed> $expected `updated_at`, as for `delete_item`.
	 */
	public function clear_affiliate( int $id, int $item_id, array $expected = array() ): mixed {
		return $this->connection->request( 'DELETE', "/registries/{$id}/items/{$item_id}/affiliate", array(), null, self::version_in( $expected ) );
	}

	/**
	 * Reads the product data on a shop's page. If the service has disabled previews, this method, `preview_picture()`
	 * and `preview_check()` return null.
	 */
	public function preview( string $url ): mixed {
		return $this->connection->request( 'POST', '/previews', array(), array( 'url' => $url ) );
	}

	/**
	 * Fetches a picture. The result contains `bytes` and `type`. The type is the media type that was detected from the
	 * bytes. If the address is not a picture, the result is an error with the status 422.
	 */
	public function preview_picture( string $url ): mixed {
		return $this->connection->picture( '/previews/picture', array( 'url' => $url ) );
	}

	/**
	 * Reads events, oldest first. The result contains `events` and `next_cursor`. For the next page, pass `next_cursor`
	 * as `after`. Returns null if the service has disabled events.
	 *
	 * @param array<string, mixed> $query registry_id, after, limit, wait. The timeout must be longer than `wait`.
	 */
	public function list_events( array $query = array() ): mixed {
		$page = $this->connection->page( '/events', $query );
		return ! is_array( $page ) ? $page : array(
			'events'      => $page['list'],
			'next_cursor' => $page['cursor'],
		);
	}

	/** Checks whether a shop still sells the product on a page. */
	public function preview_check( string $url ): mixed {
		return $this->connection->request( 'POST', '/previews/check', array(), array( 'url' => $url ) );
	}

	/**
	 * Returns the fields of a registry as the body of a request. Converts empty meta to an object, because PHP would
	 * encode an empty array as `[]`.
	 *
	 * @param array<string, mixed> $fields title, story, status, meta.
	 * @return array<string, mixed>
	 */
	private static function registry_body( array $fields ): array {
		if ( array() === ( $fields['meta'] ?? null ) ) {
			$fields['meta'] = (object) array();
		}
		return $fields;
	}

	/** Encodes a segment of a path. */
	private static function segment( string $text ): string {
		// "." and ".." would change the path. Add a space to prevent this. The API ignores the space.
		return rawurlencode( '.' === $text || '..' === $text ? " {$text}" : $text );
	}

	/**
	 * Changes or deletes an item, but only if the item has the expected values (see `delete_item`).
	 *
	 * @param array<string, mixed>|null $fields   The fields; null to delete the item.
	 * @param array<string, mixed>      $expected Expected values of the item.
	 */
	private function change_item( string $method, int $id, ?array $fields, array $expected ): mixed {
		return $this->connection->request( $method, "/items/{$id}", array( 'registry_id' => $expected['registry_id'] ?? null ), $fields, self::version_in( $expected ) );
	}

	/**
	 * Returns the header that makes the request fail if the record already exists. Returns an empty array unless
	 * `is_new` is true.
	 *
	 * @param array<string, mixed> $expected Expected values.
	 * @return array<string, string>
	 */
	private static function newness_in( array $expected ): array {
		return true === ( $expected['is_new'] ?? false ) ? array( 'If-None-Match' => '*' ) : array();
	}

	/**
	 * Returns the header for the expected version; an empty array if it is missing. Omits characters that an
	 * entity tag cannot contain.
	 *
	 * @param array<string, mixed> $expected Expected values.
	 * @param string               $field    Field with the version.
	 * @return array<string, string>
	 */
	private static function version_in( array $expected, string $field = 'updated_at' ): array {
		$version = $expected[ $field ] ?? null;
		return is_string( $version ) ? array( 'If-Match' => '"' . preg_replace( '/[^!#-~]/', '', $version ) . '"' ) : array();
	}
}
