<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Service;

use Generator;
use WP_Error;

/**
 * Calls the API with the site's own account. Most methods return the decoded response, or null after a 404 or an empty
 * body. The comments of the other methods describe their results. If the address of the API is not set, calls return
 * a WP_Error with the code `api_not_configured`. All other failures have the code `api_error`. The data of these errors
 * is the HTTP `status` (0 without a response). ApiError::broken_rules() returns the rules that the API named (rules:
 * Clients 3).
 *
 * The methods have the names of the API's operations; contract/openapi.json describes their parameters. `$query`
 * contains parameters of the address, and `$fields` the fields of the body. A second call with the same `$key` creates
 * nothing again. The methods ending in `_list` return a ListAnswer, which also has the headers of a list. `$expected`
 * is the record as it was read: if its `updated_at` or, for a registry, its `version` differs, the result is an error
 * with the status 412. If its `is_new` is true, the error means that the id exists already.
 */
final class Client {

	/** Default timeout of a call in seconds (rules: Clients 2). */
	public const TIMEOUT_S = 10;

	private readonly ServiceConnection $connection;

	/**
	 * @param int  $timeout   Timeout of a call in seconds.
	 * @param bool $is_strict True if the service must refuse unknown fields (422) instead of ignoring them.
	 * @param array<int, array<string, mixed>|null> $registries See stating().
	 * @param bool $is_signed False if the service must check the credentials.
	 */
	public function __construct(
		private readonly Settings $settings,
		private readonly int $timeout = self::TIMEOUT_S,
		private readonly bool $is_strict = false,
		private readonly array $registries = array(),
		private readonly bool $is_signed = true
	) {
		$this->connection = new ServiceConnection( $settings, $timeout, $is_strict, $registries, $is_signed );
	}

	/** Returns a client with another timeout. @param int $seconds Timeout in seconds. */
	public function with_timeout( int $seconds ): self {
		return new self( $this->settings, $seconds, $this->is_strict, $this->registries, $this->is_signed );
	}

	/** Returns a client for which the service refuses unknown fields. */
	public function strict(): self {
		return new self( $this->settings, $this->timeout, true, $this->registries, $this->is_signed );
	}

	/**
	 * Returns a client whose signed requests state registries. The service then does not read them from this site while
	 * the request waits. Only for operations on items: the service does not write the lists of stated registries either.
	 *
	 * @param array<int, array<string, mixed>|null> $registries States by id; null for a deleted registry.
	 */
	public function stating( array $registries ): self {
		return new self( $this->settings, $this->timeout, $this->is_strict, $registries, $this->is_signed );
	}

	/** Reads a page of items of all registries, with its headers. @param string $known Tag of an earlier answer, or ''. */
	public function item_list( array $query = array(), string $known = '' ): mixed {
		return $this->connection->listing( '/items', $query, $known );
	}

	/** Reads a page of registries, with its headers. @param string $known Tag of an earlier answer, or ''. */
	public function registry_list( array $query = array(), string $known = '' ): mixed {
		return $this->connection->listing( '/registries', $query, $known );
	}

	/** Reads the items of a registry, with the headers. @param string $known Tag of an earlier answer, or ''. */
	public function registry_item_list( int $id, array $query = array(), string $known = '' ): mixed {
		return $this->connection->listing( "/registries/{$id}/items", $query, $known );
	}

	/** Checks whether the address of the API is set. */
	public function is_configured(): bool {
		return $this->connection->is_configured();
	}

	public function welcome(): mixed {
		return $this->call( 'GET', '/' );
	}

	public function health(): mixed {
		return $this->call( 'GET', '/health' );
	}

	public function get_site(): mixed {
		return $this->call( 'GET', '/site' );
	}

	public function list_items( array $query = array() ): mixed {
		return $this->call( 'GET', '/items', query: $query );
	}

	public function search_items( array $query = array() ): mixed {
		return $this->call( 'GET', '/items/search', query: $query );
	}

	/** The registries whose recipients receive the items of a query, also deleted ones. */
	public function list_places( array $query ): mixed {
		return $this->call( 'GET', '/items/places', query: $query );
	}

	public function create_item( array $fields, ?string $key = null ): mixed {
		return $this->connection->create( '/items', self::body( $fields ), $key );
	}

	public function list_registries( array $query = array() ): mixed {
		return $this->call( 'GET', '/registries', query: $query );
	}

	public function get_registry( int $id ): mixed {
		return $this->call( 'GET', "/registries/{$id}" );
	}

	public function create_registry( array $fields, ?string $key = null ): mixed {
		return $this->connection->create( '/registries', self::body( $fields ), $key );
	}

	public function update_registry( int $id, array $fields, array $expected = array() ): mixed {
		return $this->call( 'PATCH', "/registries/{$id}", fields: $fields, expected: $expected );
	}

	public function delete_registry( int $id, array $expected = array() ): mixed {
		return $this->call( 'DELETE', "/registries/{$id}", expected: $expected );
	}

	public function list_registry_items( int $id, array $query = array() ): mixed {
		return $this->call( 'GET', "/registries/{$id}/items", query: $query );
	}

	/** One item, or a list of items. */
	public function create_registry_item( int $id, array $fields, ?string $key = null ): mixed {
		return $this->connection->create( "/registries/{$id}/items", self::body( $fields ), $key );
	}

	public function delete_registry_item( int $id, int $item_id, array $expected = array() ): mixed {
		return $this->call( 'DELETE', "/registries/{$id}/items/{$item_id}", expected: $expected );
	}

	public function add_appearance( int $id, int $item_id, array $query = array() ): mixed {
		return $this->call( 'PUT', "/registries/{$id}/appearances/{$item_id}", query: $query );
	}

	public function remove_appearance( int $id, int $item_id ): mixed {
		return $this->call( 'DELETE', "/registries/{$id}/appearances/{$item_id}" );
	}

	public function list_invitees( int $id ): mixed {
		return $this->call( 'GET', "/registries/{$id}/invitees" );
	}

	public function remove_invitee( int $id, string $invitee ): mixed {
		return $this->call( 'DELETE', "/registries/{$id}/invitees/" . self::segment( $invitee ) );
	}

	public function get_affiliate( int $id, int $item_id ): mixed {
		return $this->call( 'GET', "/registries/{$id}/items/{$item_id}/affiliate" );
	}

	public function set_affiliate( int $id, int $item_id, array $fields, array $expected = array() ): mixed {
		return $this->call( 'PUT', "/registries/{$id}/items/{$item_id}/affiliate", fields: $fields, expected: $expected );
	}

	public function clear_affiliate( int $id, int $item_id, array $expected = array() ): mixed {
		return $this->call( 'DELETE', "/registries/{$id}/items/{$item_id}/affiliate", expected: $expected );
	}

	/** Without a filter, the account's own purchases. */
	public function list_purchases( array $query = array() ): mixed {
		return $this->call( 'GET', '/purchases', query: $query );
	}

	public function get_purchase( string $id ): mixed {
		return $this->call( 'GET', '/purchases/' . self::segment( $id ) );
	}

	public function put_purchase( string $id, array $fields, array $expected = array() ): mixed {
		return $this->call( 'PUT', '/purchases/' . self::segment( $id ), fields: $fields, expected: $expected );
	}

	public function update_purchase( string $id, array $fields ): mixed {
		return $this->call( 'PATCH', '/purchases/' . self::segment( $id ), fields: $fields );
	}

	public function delete_purchase( string $id ): mixed {
		return $this->call( 'DELETE', '/purchases/' . self::segment( $id ) );
	}

	public function uncount_purchases( array $fields ): mixed {
		return $this->call( 'POST', '/purchases/uncount', fields: $fields );
	}

	public function erase_purchases( array $fields ): mixed {
		return $this->call( 'POST', '/purchases/erase', fields: $fields );
	}

	public function list_registry_purchases( int $registry_id ): mixed {
		return $this->call( 'GET', "/registries/{$registry_id}/purchases" );
	}

	public function put_registry_purchase(
		int $registry_id,
		string $id,
		array $fields,
		array $expected = array()
	): mixed {
		return $this->call(
			'PUT',
			"/registries/{$registry_id}/purchases/" . self::segment( $id ),
			fields: $fields,
			expected: $expected
		);
	}

	public function delete_registry_purchase( int $registry_id, string $id ): mixed {
		return $this->call( 'DELETE', "/registries/{$registry_id}/purchases/" . self::segment( $id ) );
	}

	public function reveal_registry_purchases( int $registry_id ): mixed {
		return $this->call( 'POST', "/registries/{$registry_id}/purchases/reveal" );
	}

	public function list_shares( array $query ): mixed {
		return $this->call( 'GET', '/shares', query: $query );
	}

	public function put_share( int $registry_id, string $id, array $fields, array $expected = array() ): mixed {
		return $this->call(
			'PUT',
			"/registries/{$registry_id}/shares/" . self::segment( $id ),
			fields: $fields,
			expected: $expected
		);
	}

	public function delete_share( int $registry_id, string $id, array $expected = array() ): mixed {
		return $this->call( 'DELETE', "/registries/{$registry_id}/shares/" . self::segment( $id ), expected: $expected );
	}

	public function list_ideas( array $query ): mixed {
		return $this->call( 'GET', '/ideas', query: $query );
	}

	public function put_idea( string $id, array $fields, array $expected = array() ): mixed {
		return $this->call( 'PUT', '/ideas/' . self::segment( $id ), fields: $fields, expected: $expected );
	}

	public function list_webhooks(): mixed {
		return $this->call( 'GET', '/webhooks' );
	}

	public function get_webhook( string $id ): mixed {
		return $this->call( 'GET', '/webhooks/' . self::segment( $id ) );
	}

	public function create_webhook( array $fields, ?string $key = null ): mixed {
		return $this->connection->create( '/webhooks', self::body( $fields ), $key );
	}

	public function update_webhook( string $id, array $fields ): mixed {
		return $this->call( 'PATCH', '/webhooks/' . self::segment( $id ), fields: $fields );
	}

	public function delete_webhook( string $id ): mixed {
		return $this->call( 'DELETE', '/webhooks/' . self::segment( $id ) );
	}

	public function rotate_webhook_secret( string $id ): mixed {
		return $this->call( 'POST', '/webhooks/' . self::segment( $id ) . '/rotate' );
	}

	public function test_webhook( string $id ): mixed {
		return $this->call( 'POST', '/webhooks/' . self::segment( $id ) . '/test' );
	}

	public function resend_delivery( string $id, string $event_id ): mixed {
		return $this->call(
			'POST',
			'/webhooks/' . self::segment( $id ) . '/deliveries/' . self::segment( $event_id ) . '/resend'
		);
	}

	/**
	 * Returns the service's setting ITEMS_ACCESS: `authenticated`, `registry`, or `undecided` if it is not set. Returns
	 * an empty text if the account is not an admin, or if the call fails.
	 */
	public function items_access(): string {
		return $this->connection->header( 'items-access', '/items', array( 'limit' => 1 ) );
	}

	/**
	 * Returns `good` or `old` and the time of the service's last good backup (ISO 8601), or `none`. Returns an empty text
	 * if the service knows no backups, if the account is not an admin, or if the call fails.
	 */
	public function last_backup(): string {
		return $this->connection->header( 'last-backup', '/items', array( 'limit' => 1 ) );
	}

	/**
	 * Returns how the service treats the signatures of this site: `accepted`, `unknown` (it has another key), `late` (the
	 * clocks differ) or `off` (it has no key); empty without a key here, or if the call fails.
	 */
	public function signature(): string {
		return $this->connection->header( SiteSignature::OUTCOME, '/items', array( 'limit' => 1 ) );
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
			yield $this->list_items( array( 'ids' => $some ) + compact( 'registry_id' ) );
		}
	}

	/**
	 * Reads a whole list, page by page.
	 *
	 * @param callable(array<string, mixed>): mixed $read  An operation of this client that lists something.
	 * @param array<string, mixed>                  $query Query without `skip` and `limit`.
	 * @param int                                   $size  Maximum number of entries of a page.
	 * @return list<array<string, mixed>>|WP_Error
	 */
	public static function all_pages( callable $read, array $query, int $size ): array|WP_Error {
		$all = array();
		do {
			$page = $read(
				$query + array(
					'skip'  => count( $all ),
					'limit' => $size,
				)
			);
			if ( ! is_array( $page ) || ! array_is_list( $page ) ) {
				return is_wp_error( $page ) ? $page : ApiError::not_the_service();
			}
			$all = array_merge( $all, $page );
		} while ( count( $page ) === $size );
		return $all;
	}

	/**
	 * Changes the given fields of an item.
	 *
	 * @param array<string, mixed> $fields   The fields.
	 * @param array<string, mixed> $expected If `registry_id` differs, the item is not found.
	 */
	public function update_item( int $id, array $fields, array $expected = array() ): mixed {
		return $this->change_item( 'PUT', $id, $fields, $expected );
	}

	/** Makes an item inactive. @param array<string, mixed> $expected As for `update_item`. */
	public function delete_item( int $id, array $expected = array() ): mixed {
		return $this->change_item( 'DELETE', $id, null, $expected );
	}

	/** Invites people to a registry. @param list<string> $invitees User names and e-mail addresses. */
	public function add_invitees( int $id, array $invitees ): mixed {
		return $this->connection->request(
			'POST',
			"/registries/{$id}/invitees",
			array(),
			array( 'invitees' => array_values( $invitees ) )
		);
	}

	/**
	 * Reveals the purchases of a registry. Only admins may use this method.
	 *
	 * @param array<string, mixed> $shown `names_since`: owners already see the givers of gifts that were made after
	 *                                    this time and are not secret. The service records no event if it reveals only
	 *                                    such gifts. `day_began`: when the day of the reveal has begun; missing for a
	 *                                    reveal by hand.
	 */
	public function reveal_purchases( int $registry_id, array $shown = array() ): mixed {
		return $this->connection->request(
			'POST',
			'/purchases/reveal',
			array(),
			array( 'registry_id' => $registry_id ) + $shown
		);
	}

	/** Records whether the giver of a purchase was thanked. */
	public function thank_for_purchase( int $registry_id, string $id, bool $thanked ): mixed {
		return $this->connection->request(
			'PATCH',
			"/registries/{$registry_id}/purchases/" . self::segment( $id ),
			array(),
			array( 'thanked' => $thanked )
		);
	}

	/** Deletes an idea of a registry. @param array<string, mixed> $expected The idea as it was read. */
	public function delete_idea( string $id, int $registry_id, array $expected = array() ): mixed {
		return $this->connection->request(
			'DELETE',
			'/ideas/' . self::segment( $id ),
			array( 'registry_id' => $registry_id ),
			null,
			self::conditions( $expected )
		);
	}

	/**
	 * Reads the product data on a shop's page. If the service has disabled previews, this method and
	 * `preview_picture()` return null.
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

	/**
	 * Lists the deliveries of a webhook in the last 30 days, newest first. The result contains `deliveries` and
	 * `next_cursor`. For the next page, pass `next_cursor` as `after`. On the last page, `next_cursor` is null.
	 *
	 * @param array<string, mixed> $query limit, after.
	 */
	public function list_deliveries( string $id, array $query = array() ): mixed {
		$page = $this->connection->page( '/webhooks/' . self::segment( $id ) . '/deliveries', $query );
		return ! is_array( $page ) ? $page : array(
			'deliveries'  => $page['list'],
			'next_cursor' => '' === $page['cursor'] ? null : $page['cursor'],
		);
	}

	/**
	 * Calls an operation.
	 *
	 * @param array<string, mixed>      $query    Parameters of the address.
	 * @param array<string, mixed>|null $fields   Fields of the body; null for no body, or an empty one after POST.
	 * @param array<string, mixed>      $expected The record as it was read.
	 */
	private function call(
		string $method,
		string $path,
		array $query = array(),
		?array $fields = null,
		array $expected = array()
	): mixed {
		$body = null === $fields && 'POST' !== $method ? null : self::body( $fields ?? array() );
		return $this->connection->request( $method, $path, $query, $body, self::conditions( $expected ) );
	}

	/** Returns the fields of a body. PHP would encode an empty array of meta fields as `[]`. */
	private static function body( array $fields ): array {
		return array() === ( $fields['meta'] ?? null ) ? array( 'meta' => (object) array() ) + $fields : $fields;
	}

	private static function segment( int|string $text ): string {
		// "." and ".." would change the path. Add a space to prevent this. The API ignores the space.
		return rawurlencode( '.' === $text || '..' === $text ? " {$text}" : (string) $text );
	}

	/** @param array<string, mixed>|null $fields The fields; null to delete the item. */
	private function change_item( string $method, int $id, ?array $fields, array $expected ): mixed {
		return $this->connection->request(
			$method,
			"/items/{$id}",
			array( 'registry_id' => $expected['registry_id'] ?? null ),
			$fields,
			self::conditions( $expected )
		);
	}

	/** @return array<string, string> Headers of a change on condition. Entity tags cannot contain all characters. */
	private static function conditions( array $expected ): array {
		$version = $expected['version'] ?? $expected['updated_at'] ?? null;
		$tag     = is_string( $version ) ? '"' . preg_replace( '/[^!#-~]/', '', $version ) . '"' : null;
		return ( null === $tag ? array() : array( 'If-Match' => $tag ) )
			+ ( true === ( $expected['is_new'] ?? false ) ? array( 'If-None-Match' => '*' ) : array() );
	}
}
