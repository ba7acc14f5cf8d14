<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Service;

use BadMethodCallException;
use Generator;
use WP_Error;

/**
 * Calls the API with the site's own account. Most methods return the decoded response, or null after a 404 or an empty
 * body. The comments of the other methods describe their results. If the address of the API is not set, calls return a
 * WP_Error with the code `api_not_configured`. All other failures have the code `api_error`. The data of these errors is
 * the HTTP `status` (0 without a response). ApiError::broken_rules() returns the rules that the API named (rules: Clients
 * 3).
 *
 * The methods have the names of the API's operations; contract/openapi.json describes their parameters. `$query` contains
 * parameters of the address, and `$fields` the fields of the body. A second call with the same `$key` creates nothing
 * again. `$expected` is the record as it was read: if its `updated_at` or, for a registry, its `version` differs, the
 * result is an error with the status 412. If its `is_new` is true, the error means that the id exists already.
 *
 * @method mixed welcome()
 * @method mixed health()
 * @method mixed get_site()
 * @method mixed list_items( array $query = array() )
 * @method mixed search_items( array $query = array() )
 * @method mixed create_item( array $fields, ?string $key = null )
 * @method mixed list_registries( array $query = array() )
 * @method mixed get_registry( int $id )
 * @method mixed create_registry( array $fields, ?string $key = null )
 * @method mixed update_registry( int $id, array $fields, array $expected = array() )
 * @method mixed delete_registry( int $id, array $expected = array() )
 * @method mixed list_registry_items( int $id, array $query = array() )
 * @method mixed create_registry_item( int $id, array $fields, ?string $key = null ) One item, or a list of items.
 * @method mixed delete_registry_item( int $id, int $item_id, array $expected = array() )
 * @method mixed add_appearance( int $id, int $item_id, array $query = array() )
 * @method mixed remove_appearance( int $id, int $item_id )
 * @method mixed list_invitees( int $id )
 * @method mixed remove_invitee( int $id, string $invitee )
 * @method mixed get_affiliate( int $id, int $item_id )
 * @method mixed set_affiliate( int $id, int $item_id, array $fields, array $expected = array() )
 * @method mixed clear_affiliate( int $id, int $item_id, array $expected = array() )
 * @method mixed list_purchases( array $query = array() ) Without a filter, the account's own purchases.
 * @method mixed get_purchase( string $id )
 * @method mixed put_purchase( string $id, array $fields, array $expected = array() )
 * @method mixed update_purchase( string $id, array $fields )
 * @method mixed delete_purchase( string $id )
 * @method mixed uncount_purchases( array $fields )
 * @method mixed erase_purchases( array $fields )
 * @method mixed list_registry_purchases( int $registry_id )
 * @method mixed put_registry_purchase( int $registry_id, string $id, array $fields, array $expected = array() )
 * @method mixed delete_registry_purchase( int $registry_id, string $id )
 * @method mixed reveal_registry_purchases( int $registry_id )
 * @method mixed list_shares( array $query )
 * @method mixed put_share( int $registry_id, string $id, array $fields, array $expected = array() )
 * @method mixed delete_share( int $registry_id, string $id, array $expected = array() )
 * @method mixed list_ideas( array $query )
 * @method mixed put_idea( string $id, array $fields, array $expected = array() )
 * @method mixed list_webhooks()
 * @method mixed get_webhook( string $id )
 * @method mixed create_webhook( array $fields, ?string $key = null )
 * @method mixed update_webhook( string $id, array $fields )
 * @method mixed delete_webhook( string $id )
 * @method mixed rotate_webhook_secret( string $id )
 * @method mixed test_webhook( string $id )
 * @method mixed resend_delivery( string $id, string $event_id )
 */
final class Client {

	/** Default timeout of a call in seconds (rules: Clients 2). */
	public const TIMEOUT_S = 10;

	/** Method and path of each operation, and its arguments after the ids in the path, as the comment above names them. */
	private const OPERATIONS = array(
		'welcome'                   => array( 'GET', '/' ),
		'health'                    => array( 'GET', '/health' ),
		'get_site'                  => array( 'GET', '/site' ),
		'list_items'                => array( 'GET', '/items', 'query' ),
		'search_items'              => array( 'GET', '/items/search', 'query' ),
		'create_item'               => array( 'POST', '/items', 'fields', 'key' ),
		'list_registries'           => array( 'GET', '/registries', 'query' ),
		'get_registry'              => array( 'GET', '/registries/%s' ),
		'create_registry'           => array( 'POST', '/registries', 'fields', 'key' ),
		'update_registry'           => array( 'PATCH', '/registries/%s', 'fields', 'expected' ),
		'delete_registry'           => array( 'DELETE', '/registries/%s', 'expected' ),
		'list_registry_items'       => array( 'GET', '/registries/%s/items', 'query' ),
		'create_registry_item'      => array( 'POST', '/registries/%s/items', 'fields', 'key' ),
		'delete_registry_item'      => array( 'DELETE', '/registries/%s/items/%s', 'expected' ),
		'add_appearance'            => array( 'PUT', '/registries/%s/appearances/%s', 'query' ),
		'remove_appearance'         => array( 'DELETE', '/registries/%s/appearances/%s' ),
		'list_invitees'             => array( 'GET', '/registries/%s/invitees' ),
		'remove_invitee'            => array( 'DELETE', '/registries/%s/invitees/%s' ),
		'get_affiliate'             => array( 'GET', '/registries/%s/items/%s/affiliate' ),
		'set_affiliate'             => array( 'PUT', '/registries/%s/items/%s/affiliate', 'fields', 'expected' ),
		'clear_affiliate'           => array( 'DELETE', '/registries/%s/items/%s/affiliate', 'expected' ),
		'list_purchases'            => array( 'GET', '/purchases', 'query' ),
		'get_purchase'              => array( 'GET', '/purchases/%s' ),
		'put_purchase'              => array( 'PUT', '/purchases/%s', 'fields', 'expected' ),
		'update_purchase'           => array( 'PATCH', '/purchases/%s', 'fields' ),
		'delete_purchase'           => array( 'DELETE', '/purchases/%s' ),
		'uncount_purchases'         => array( 'POST', '/purchases/uncount', 'fields' ),
		'erase_purchases'           => array( 'POST', '/purchases/erase', 'fields' ),
		'list_registry_purchases'   => array( 'GET', '/registries/%s/purchases' ),
		'put_registry_purchase'     => array( 'PUT', '/registries/%s/purchases/%s', 'fields', 'expected' ),
		'delete_registry_purchase'  => array( 'DELETE', '/registries/%s/purchases/%s' ),
		'reveal_registry_purchases' => array( 'POST', '/registries/%s/purchases/reveal' ),
		'list_shares'               => array( 'GET', '/shares', 'query' ),
		'put_share'                 => array( 'PUT', '/registries/%s/shares/%s', 'fields', 'expected' ),
		'delete_share'              => array( 'DELETE', '/registries/%s/shares/%s', 'expected' ),
		'list_ideas'                => array( 'GET', '/ideas', 'query' ),
		'put_idea'                  => array( 'PUT', '/ideas/%s', 'fields', 'expected' ),
		'list_webhooks'             => array( 'GET', '/webhooks' ),
		'get_webhook'               => array( 'GET', '/webhooks/%s' ),
		'create_webhook'            => array( 'POST', '/webhooks', 'fields', 'key' ),
		'update_webhook'            => array( 'PATCH', '/webhooks/%s', 'fields' ),
		'delete_webhook'            => array( 'DELETE', '/webhooks/%s' ),
		'rotate_webhook_secret'     => array( 'POST', '/webhooks/%s/rotate' ),
		'test_webhook'              => array( 'POST', '/webhooks/%s/test' ),
		'resend_delivery'           => array( 'POST', '/webhooks/%s/deliveries/%s/resend' ),
	);

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

	/**
	 * Calls an operation.
	 *
	 * @param list<mixed> $arguments Arguments of the method with the name of the operation.
	 * @throws BadMethodCallException If there is no such operation.
	 */
	public function __call( string $name, array $arguments ): mixed {
		// phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- A mistake of a programmer, which no page prints.
		$operation = self::OPERATIONS[ $name ] ?? throw new BadMethodCallException( "The API has no operation {$name}" );

		list( $method, $path ) = $operation;
		$in_path               = array_splice( $arguments, 0, substr_count( $path, '%s' ) );
		$path                  = vsprintf( $path, array_map( self::segment( ... ), $in_path ) );
		$given                 = array_combine( array_slice( $operation, 2, count( $arguments ) ), $arguments );
		$fields                = $given['fields'] ?? ( 'POST' === $method ? array() : null );
		if ( array() === ( $fields['meta'] ?? null ) ) {
			$fields['meta'] = (object) array(); // PHP would encode an empty array as `[]`.
		}
		return in_array( 'key', $operation, true )
			? $this->connection->create( $path, $fields, $given['key'] ?? null )
			: $this->connection->request( $method, $path, $given['query'] ?? array(), $fields, self::conditions( $given['expected'] ?? array() ) );
	}

	/**
	 * Returns the service's setting ITEMS_ACCESS: `authenticated`, `registry`, or `undecided` if it is not set. Returns
	 * an empty text if the account is not an admin, or if the call fails.
	 */
	public function items_access(): string {
		return $this->connection->header( 'items-access', '/items', array( 'limit' => 1 ) );
	}

	/**
	 * Returns the time of the service's last good backup (ISO 8601), or `none`. Returns an empty text if the service knows
	 * no backups, if the account is not an admin, or if the call fails.
	 */
	public function last_backup(): string {
		return $this->connection->header( 'last-backup', '/items', array( 'limit' => 1 ) );
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
		return $this->connection->request( 'POST', "/registries/{$id}/invitees", array(), array( 'invitees' => array_values( $invitees ) ) );
	}

	/**
	 * Reveals the purchases of a registry. Only admins may use this method.
	 *
	 * @param array<string, mixed> $shown `names_since`: owners already see the givers of gifts that were made after
	 *                                    this time and are not secret. The service records no event if it reveals only
	 *                                    such gifts. An empty array if owners see no givers yet.
	 */
	public function reveal_purchases( int $registry_id, array $shown = array() ): mixed {
		return $this->connection->request( 'POST', '/purchases/reveal', array(), array( 'registry_id' => $registry_id ) + $shown );
	}

	/** Records whether the giver of a purchase was thanked. */
	public function thank_for_purchase( int $registry_id, string $id, bool $thanked ): mixed {
		return $this->connection->request( 'PATCH', "/registries/{$registry_id}/purchases/" . self::segment( $id ), array(), array( 'thanked' => $thanked ) );
	}

	/** Deletes an idea of a registry. @param array<string, mixed> $expected The idea as it was read. */
	public function delete_idea( string $id, int $registry_id, array $expected = array() ): mixed {
		return $this->connection->request( 'DELETE', '/ideas/' . self::segment( $id ), array( 'registry_id' => $registry_id ), null, self::conditions( $expected ) );
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

	private static function segment( int|string $text ): string {
		// "." and ".." would change the path. Add a space to prevent this. The API ignores the space.
		return rawurlencode( '.' === $text || '..' === $text ? " {$text}" : (string) $text );
	}

	/** @param array<string, mixed>|null $fields The fields; null to delete the item. */
	private function change_item( string $method, int $id, ?array $fields, array $expected ): mixed {
		return $this->connection->request( $method, "/items/{$id}", array( 'registry_id' => $expected['registry_id'] ?? null ), $fields, self::conditions( $expected ) );
	}

	/** @return array<string, string> Headers of a change on condition. Entity tags cannot contain all characters. */
	private static function conditions( array $expected ): array {
		$version = $expected['version'] ?? $expected['updated_at'] ?? null;
		return ( is_string( $version ) ? array( 'If-Match' => '"' . preg_replace( '/[^!#-~]/', '', $version ) . '"' ) : array() )
			+ ( true === ( $expected['is_new'] ?? false ) ? array( 'If-None-Match' => '*' ) : array() );
	}
}
