<?php
declare( strict_types=1 );

namespace Largesse\Service;

use WP_Error;

/**
 * Calls the API with the site's own account. Every method returns the decoded response, or null after a 404 or an empty
 * body. Without an address, calls return a WP_Error with the code `api_not_configured`. All other failures have the
 * code `api_error`: their data contains the HTTP `status`, 0 without a response, and `errors` if the API named broken
 * rules (rules: Clients 3).
 */
final class Client {

	/** Default timeout of a call in seconds (rules: Clients 3). */
	public const TIMEOUT_S = 10;

	private readonly ServiceConnection $connection;

	/** @param int $timeout Timeout of a call in seconds. */
	public function __construct( private readonly Settings $settings, int $timeout = self::TIMEOUT_S ) {
		$this->connection = new ServiceConnection( $settings, $timeout );
	}

	/**
	 * Returns a client with a shorter timeout.
	 *
	 * @param int $seconds Timeout in seconds.
	 */
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
	 * Reads active items, by id.
	 *
	 * @param array<string, mixed> $query skip, limit, after, registry_id, ids.
	 */
	public function list_items( array $query = array() ): mixed {
		return $this->connection->request( 'GET', '/items', $query );
	}

	/**
	 * Returns the service's setting ITEMS_ACCESS: `authenticated`, `registry` or, if it is not set, `undecided`. Empty
	 * if the account is not an admin, or if the call fails.
	 */
	public function items_access(): string {
		return $this->connection->header( 'items-access', '/items', array( 'limit' => 1 ) );
	}

	/**
	 * Reads a page of active items that match a search, and the number of matches by status; for admins.
	 *
	 * @param array<string, mixed> $query q, q_registry_ids, affiliate_status, sort, skip, limit.
	 */
	public function search_items( array $query = array() ): mixed {
		return $this->connection->request( 'GET', '/items/search', $query );
	}

	/** Reads an active item, or null, from its envelope (rules: Clients 5). */
	public function get_item( int $id ): mixed {
		$answer = $this->connection->request( 'GET', "/items/{$id}" );
		return is_array( $answer ) && array_key_exists( 'data', $answer ) ? $answer['data'] : $answer;
	}

	/**
	 * Reads several items in the given order, without items that are missing or could not be read.
	 *
	 * @param list<int> $ids         Ids of items.
	 * @param int|null  $registry_id Registry that they must belong to.
	 * @return list<array<string, mixed>>|WP_Error An error only if there is no address.
	 */
	public function get_items( array $ids, ?int $registry_id = null ): array|WP_Error {
		if ( ! $this->is_configured() ) {
			return ApiError::not_configured();
		}
		$ids   = array_values( array_unique( $ids ) );
		$found = array();
		foreach ( array_chunk( $ids, Rules::MAX_IDS ) as $some ) {
			$answer = $this->list_items(
				array(
					'ids'         => $some,
					'registry_id' => $registry_id,
				)
			);
			foreach ( is_array( $answer ) && array_is_list( $answer ) ? $answer : array() as $item ) {
				if ( is_array( $item ) && is_int( $item['id'] ?? null ) ) {
					$found[ $item['id'] ] = $item;
				}
			}
		}
		return array_values( array_filter( array_map( static fn( mixed $id ): ?array => $found[ $id ] ?? null, $ids ) ) );
	}

	/**
	 * Creates an item; returns its envelope.
	 *
	 * @param array<string, mixed> $fields The fields, including registry_id.
	 */
	public function create_item( array $fields ): mixed {
		return $this->connection->request( 'POST', '/items', array(), $fields );
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
	 * Reads the account's own registries; with the role `co-owner`, the registries that it co-owns.
	 *
	 * @param array<string, mixed> $query skip, limit and role.
	 */
	public function list_registries( array $query = array() ): mixed {
		return $this->connection->request( 'GET', '/registries', $query );
	}

	/** Reads a registry, or null. */
	public function get_registry( int $id ): mixed {
		return $this->connection->request( 'GET', "/registries/{$id}" );
	}

	/**
	 * Creates a registry of the account.
	 *
	 * @param array<string, mixed> $fields title, story, status, meta.
	 */
	public function create_registry( array $fields ): mixed {
		return $this->connection->request( 'POST', '/registries', array(), self::registry_body( $fields ) );
	}

	/**
	 * Changes the given fields of a registry.
	 *
	 * @param array<string, mixed> $fields title, story, status, meta.
	 */
	public function update_registry( int $id, array $fields ): mixed {
		return $this->connection->request( 'PATCH', "/registries/{$id}", array(), self::registry_body( $fields ) );
	}

	/** Deletes a registry permanently. */
	public function delete_registry( int $id ): mixed {
		return $this->connection->request( 'DELETE', "/registries/{$id}" );
	}

	/**
	 * Reads the active items of a registry in their order.
	 *
	 * @param array<string, mixed> $query `include` => 'remaining' adds how many can still be given.
	 */
	public function list_registry_items( int $id, array $query = array() ): mixed {
		return $this->connection->request( 'GET', "/registries/{$id}/items", $query );
	}

	/**
	 * Creates an item in a registry; returns its envelope.
	 *
	 * @param array<string, mixed> $fields The fields.
	 */
	public function create_registry_item( int $id, array $fields ): mixed {
		return $this->connection->request( 'POST', "/registries/{$id}/items", array(), $fields );
	}

	/** Makes an item of a registry inactive. */
	public function delete_registry_item( int $id, int $item_id ): mixed {
		return $this->connection->request( 'DELETE', "/registries/{$id}/items/{$item_id}" );
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

	/**
	 * Withdraws an invitation.
	 *
	 * @param string $invitee User name or e-mail address.
	 */
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
	 * @param array<string, mixed> $fields affiliate_url and affiliate_status.
	 */
	public function set_affiliate( int $id, int $item_id, array $fields ): mixed {
		return $this->connection->request( 'PUT', "/registries/{$id}/items/{$item_id}/affiliate", array(), $fields );
	}

	/** Removes the affiliate link of an item. */
	public function clear_affiliate( int $id, int $item_id ): mixed {
		return $this->connection->request( 'DELETE', "/registries/{$id}/items/{$item_id}/affiliate" );
	}

	/**
	 * Returns the purchases that the account has made, or that match the filters.
	 *
	 * @param array<string, mixed> $query skip, limit; registry_id, giver_email, giver_user_id; with registry_id, view:
	 *                                    `owner` or `owner_names`, to limit the data to what the owner may see.
	 */
	public function list_purchases( array $query = array() ): mixed {
		return $this->connection->request( 'GET', '/purchases', $query );
	}

	/**
	 * Returns a purchase in its envelope, or null.
	 *
	 * @param string $id UUID of the purchase, as for all methods below.
	 */
	public function get_purchase( string $id ): mixed {
		return $this->connection->request( 'GET', '/purchases/' . self::segment( $id ) );
	}

	/**
	 * Creates a purchase in a visitor's name. If fewer are left, the result is an error with the status 409. A repeated
	 * call creates no second purchase.
	 *
	 * @param array<string, mixed> $fields   The complete purchase: item_id, secret, and the fields that differ from the
	 *                                       defaults.
	 * @param array<string, mixed> $expected `is_new`: if true, an existing id is an error with the status 412.
	 */
	public function put_purchase( string $id, array $fields, array $expected = array() ): mixed {
		return $this->connection->request( 'PUT', '/purchases/' . self::segment( $id ), array(), $fields, self::newness_in( $expected ) );
	}

	/**
	 * Changes the given fields of a purchase.
	 *
	 * @param array<string, mixed> $fields quantity, state, message, thanked.
	 */
	public function update_purchase( string $id, array $fields ): mixed {
		return $this->connection->request( 'PATCH', '/purchases/' . self::segment( $id ), array(), $fields );
	}

	/** Deletes a purchase. */
	public function delete_purchase( string $id ): mixed {
		return $this->connection->request( 'DELETE', '/purchases/' . self::segment( $id ) );
	}

	/**
	 * Reveals the purchases of a registry, without a check by the host.
	 *
	 * @param array<string, mixed> $shown names_since.
	 */
	public function reveal_purchases( int $registry_id, array $shown = array() ): mixed {
		return $this->connection->request( 'POST', '/purchases/reveal', array(), array( 'registry_id' => $registry_id ) + $shown );
	}

	/**
	 * Reduces the bought quantity of an item by a number that no purchase accounts for: all of it, or nothing.
	 *
	 * @param array<string, mixed> $what item_id; quantity.
	 */
	public function uncount_purchases( array $what ): mixed {
		return $this->connection->request( 'POST', '/purchases/uncount', array(), $what );
	}

	/**
	 * Erases givers and their messages; the quantities remain.
	 *
	 * @param array<string, mixed> $whose One of giver_email, giver_user_id and registry_id; also `before` and `only`.
	 */
	public function erase_purchases( array $whose ): mixed {
		return $this->connection->request( 'POST', '/purchases/erase', array(), $whose );
	}

	/**
	 * Returns ideas of guests, oldest first.
	 *
	 * @param array<string, mixed> $query One of registry_id, person_email and person_user_id; with registry_id, view:
	 *                                    `owner`, to limit the data to what the owner may see. Also skip, limit.
	 */
	public function list_ideas( array $query ): mixed {
		return $this->connection->request( 'GET', '/ideas', $query );
	}

	/**
	 * Creates or changes an idea of a guest; returns its envelope.
	 *
	 * @param array<string, mixed> $fields   The complete idea: registry_id, name, and the fields that differ from null.
	 * @param array<string, mixed> $expected `updated_at`: if it differs, or the idea does not exist, the result is an
	 *                                       error with the status 412. `is_new`: if true, the same error means that
	 *                                       the id exists already.
	 */
	public function put_idea( string $id, array $fields, array $expected = array() ): mixed {
		return $this->connection->request( 'PUT', '/ideas/' . self::segment( $id ), array(), $fields, self::version_in( $expected ) + self::newness_in( $expected ) );
	}

	/**
	 * Deletes an idea of a registry.
	 *
	 * @param array<string, mixed> $expected `updated_at`: if it differs, the result is an error with the status 412.
	 */
	public function delete_idea( string $id, int $registry_id, array $expected = array() ): mixed {
		return $this->connection->request( 'DELETE', '/ideas/' . self::segment( $id ), array( 'registry_id' => $registry_id ), null, self::version_in( $expected ) );
	}

	/** Returns the purchases of a registry that the account may see, in the order of its items. */
	public function list_registry_purchases( int $registry_id ): mixed {
		return $this->connection->request( 'GET', "/registries/{$registry_id}/purchases" );
	}

	/**
	 * Creates a purchase of an item in the account's own name.
	 *
	 * @param array<string, mixed> $fields The complete purchase: item_id, and the fields that differ from the defaults.
	 */
	public function put_registry_purchase( int $registry_id, string $id, array $fields ): mixed {
		return $this->connection->request( 'PUT', "/registries/{$registry_id}/purchases/" . self::segment( $id ), array(), $fields );
	}

	/** Records whether the giver of a purchase was thanked. */
	public function thank_for_purchase( int $registry_id, string $id, bool $thanked ): mixed {
		return $this->connection->request( 'PATCH', "/registries/{$registry_id}/purchases/" . self::segment( $id ), array(), array( 'thanked' => $thanked ) );
	}

	/** Deletes a purchase of a registry. */
	public function delete_registry_purchase( int $registry_id, string $id ): mixed {
		return $this->connection->request( 'DELETE', "/registries/{$registry_id}/purchases/" . self::segment( $id ) );
	}

	/** Reveals the secret purchases of a registry now. */
	public function reveal_registry_purchases( int $registry_id ): mixed {
		return $this->connection->request( 'POST', "/registries/{$registry_id}/purchases/reveal", array(), array() );
	}

	/**
	 * Reads the product data on a shop's page. Null if the service has disabled previews, as for `preview_picture()`
	 * and `preview_check()`.
	 */
	public function preview( string $url ): mixed {
		return $this->connection->request( 'POST', '/previews', array(), array( 'url' => $url ) );
	}

	/**
	 * Fetches a picture: its media type, detected from the bytes, as `type`, and `bytes`. If the address is not a
	 * picture, the result is an error with the status 422.
	 */
	public function preview_picture( string $url ): mixed {
		return $this->connection->picture( '/previews/picture', array( 'url' => $url ) );
	}

	/**
	 * Reads events, oldest first: `events`, and `next_cursor` for the `after` of the next page. Null if the service has
	 * disabled events.
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

	/** Lists the webhooks of the service, without their secrets. */
	public function list_webhooks(): mixed {
		return $this->connection->request( 'GET', '/webhooks' );
	}

	/** Returns a webhook. */
	public function get_webhook( string $id ): mixed {
		return $this->connection->request( 'GET', '/webhooks/' . self::segment( $id ) );
	}

	/**
	 * Creates a webhook. Only this answer, and that of a rotation, contains its secret.
	 *
	 * @param array<string, mixed> $fields url; types, registry_id, include_secret, description.
	 */
	public function create_webhook( array $fields ): mixed {
		return $this->connection->request( 'POST', '/webhooks', array(), $fields );
	}

	/**
	 * Changes the given fields of a webhook.
	 *
	 * @param array<string, mixed> $fields Fields of a new webhook, and status.
	 */
	public function update_webhook( string $id, array $fields ): mixed {
		return $this->connection->request( 'PATCH', '/webhooks/' . self::segment( $id ), array(), $fields );
	}

	/** Deletes a webhook. */
	public function delete_webhook( string $id ): mixed {
		return $this->connection->request( 'DELETE', '/webhooks/' . self::segment( $id ) );
	}

	/** Replaces the secret of a webhook; both sign for 24 hours. */
	public function rotate_webhook_secret( string $id ): mixed {
		return $this->connection->request( 'POST', '/webhooks/' . self::segment( $id ) . '/rotate', array(), array() );
	}

	/** Sends a test event to a webhook once. */
	public function test_webhook( string $id ): mixed {
		return $this->connection->request( 'POST', '/webhooks/' . self::segment( $id ) . '/test', array(), array() );
	}

	/**
	 * Lists the deliveries of a webhook in the last 30 days, newest first: `deliveries`, and `next_cursor` for the `after`
	 * of the next page, which is null after the last one.
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

	/** Sends an event to a webhook again. */
	public function resend_delivery( string $id, string $event_id ): mixed {
		return $this->connection->request( 'POST', '/webhooks/' . self::segment( $id ) . '/deliveries/' . self::segment( $event_id ) . '/resend', array(), array() );
	}

	/**
	 * Returns the body for these fields of a registry. Empty meta is an object, too.
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

	/**
	 * Encodes a segment of a path.
	 *
	 * @param string $text The unencoded segment.
	 */
	private static function segment( string $text ): string {
		// "." and ".." would change the path; the API ignores surrounding spaces.
		return rawurlencode( '.' === $text || '..' === $text ? " {$text}" : $text );
	}

	/**
	 * Changes an item under conditions. Characters that an entity tag cannot contain are removed from its version.
	 *
	 * @param array<string, mixed>|null $fields   The fields; null to delete it.
	 * @param array<string, mixed>      $expected Expected values of the item.
	 */
	private function change_item( string $method, int $id, ?array $fields, array $expected ): mixed {
		return $this->connection->request( $method, "/items/{$id}", array( 'registry_id' => $expected['registry_id'] ?? null ), $fields, self::version_in( $expected ) );
	}

	/**
	 * Returns the header for a new record, if it must be new.
	 *
	 * @param array<string, mixed> $expected Expected values.
	 * @return array<string, string>
	 */
	private static function newness_in( array $expected ): array {
		return true === ( $expected['is_new'] ?? false ) ? array( 'If-None-Match' => '*' ) : array();
	}

	/**
	 * Returns the header for the expected version, if there is one.
	 *
	 * @param array<string, mixed> $expected Expected values.
	 * @return array<string, string>
	 */
	private static function version_in( array $expected ): array {
		$version = $expected['updated_at'] ?? null;
		return is_string( $version ) ? array( 'If-Match' => '"' . preg_replace( '/[^!#-~]/', '', $version ) . '"' ) : array();
	}
}
