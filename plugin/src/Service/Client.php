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

	/** @param int $timeout Timeout of a call in seconds. */
	public function __construct(
		private readonly Settings $settings,
		private readonly int $timeout = self::TIMEOUT_S
	) {}

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
		return '' !== $this->settings->get( Settings::BASE_URL );
	}

	/** Calls `GET /`. */
	public function welcome(): mixed {
		return $this->request( 'GET', '/' );
	}

	/** Calls `GET /health`. */
	public function health(): mixed {
		return $this->request( 'GET', '/health' );
	}

	/**
	 * Reads active items, by id.
	 *
	 * @param array<string, mixed> $query skip, limit, after, registry_id, ids.
	 */
	public function list_items( array $query = array() ): mixed {
		return $this->request( 'GET', '/items', $query );
	}

	/**
	 * Returns the service's setting ITEMS_ACCESS: `authenticated`, `registry` or, if it is not set, `undecided`. Empty if
	 * the account is no admin, or if the call fails.
	 */
	public function items_access(): string {
		$response = $this->send( 'GET', '/items', array( 'limit' => 1 ), null );
		$access   = is_wp_error( $response ) ? '' : wp_remote_retrieve_header( $response, 'items-access' );
		return is_string( $access ) ? $access : '';
	}

	/**
	 * Reads a page of active items that match a search, and the number of matches by status; for admins.
	 *
	 * @param array<string, mixed> $query q, q_registry_ids, affiliate_status, sort, skip, limit.
	 */
	public function search_items( array $query = array() ): mixed {
		return $this->request( 'GET', '/items/search', $query );
	}

	/** Reads an active item, or null, from its envelope (rules: Clients 5). */
	public function get_item( int $id ): mixed {
		$answer = $this->request( 'GET', "/items/{$id}" );
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
			return self::not_configured();
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
		return $this->request( 'POST', '/items', array(), $fields );
	}

	/**
	 * Changes the given fields of an item; returns its envelope.
	 *
	 * @param array<string, mixed> $fields   The fields.
	 * @param array<string, mixed> $expected Expected values, as for `delete_item`.
	 */
	public function update_item( int $id, array $fields, array $expected = array() ): mixed {
		return $this->request( 'PUT', "/items/{$id}", self::registry_in( $expected ), $fields, self::condition( $expected ) );
	}

	/**
	 * Makes an item inactive; returns its envelope.
	 *
	 * @param array<string, mixed> $expected Expected values, for instance the item as it was read. If `updated_at`
	 *                                       differs, the result is an error with the status 412; if `registry_id` differs,
	 *                                       the item is not found.
	 */
	public function delete_item( int $id, array $expected = array() ): mixed {
		return $this->request( 'DELETE', "/items/{$id}", self::registry_in( $expected ), null, self::condition( $expected ) );
	}

	/**
	 * Reads the account's own registries; with the role `co-owner`, the registries that it co-owns.
	 *
	 * @param array<string, mixed> $query skip, limit and role.
	 */
	public function list_registries( array $query = array() ): mixed {
		return $this->request( 'GET', '/registries', $query );
	}

	/** Reads a registry, or null. */
	public function get_registry( int $id ): mixed {
		return $this->request( 'GET', "/registries/{$id}" );
	}

	/**
	 * Creates a registry of the account.
	 *
	 * @param array<string, mixed> $fields title, story, status, meta.
	 */
	public function create_registry( array $fields ): mixed {
		return $this->request( 'POST', '/registries', array(), self::registry_body( $fields ) );
	}

	/**
	 * Changes the given fields of a registry.
	 *
	 * @param array<string, mixed> $fields title, story, status, meta.
	 */
	public function update_registry( int $id, array $fields ): mixed {
		return $this->request( 'PATCH', "/registries/{$id}", array(), self::registry_body( $fields ) );
	}

	/** Deletes a registry permanently. */
	public function delete_registry( int $id ): mixed {
		return $this->request( 'DELETE', "/registries/{$id}" );
	}

	/**
	 * Reads the active items of a registry in their order.
	 *
	 * @param array<string, mixed> $query `include` => 'remaining' adds how many can still be given.
	 */
	public function list_registry_items( int $id, array $query = array() ): mixed {
		return $this->request( 'GET', "/registries/{$id}/items", $query );
	}

	/**
	 * Creates an item in a registry; returns its envelope.
	 *
	 * @param array<string, mixed> $fields The fields.
	 */
	public function create_registry_item( int $id, array $fields ): mixed {
		return $this->request( 'POST', "/registries/{$id}/items", array(), $fields );
	}

	/** Makes an item of a registry inactive. */
	public function delete_registry_item( int $id, int $item_id ): mixed {
		return $this->request( 'DELETE', "/registries/{$id}/items/{$item_id}" );
	}

	/** Reads the invitees of a registry. */
	public function list_invitees( int $id ): mixed {
		return $this->request( 'GET', "/registries/{$id}/invitees" );
	}

	/**
	 * Invites people to a registry.
	 *
	 * @param list<string> $invitees User names and e-mail addresses.
	 */
	public function add_invitees( int $id, array $invitees ): mixed {
		return $this->request( 'POST', "/registries/{$id}/invitees", array(), array( 'invitees' => array_values( $invitees ) ) );
	}

	/**
	 * Withdraws an invitation.
	 *
	 * @param string $invitee User name or e-mail address.
	 */
	public function remove_invitee( int $id, string $invitee ): mixed {
		return $this->request( 'DELETE', "/registries/{$id}/invitees/" . self::segment( $invitee ) );
	}

	/** Reads the affiliate link of an item. */
	public function get_affiliate( int $id, int $item_id ): mixed {
		return $this->request( 'GET', "/registries/{$id}/items/{$item_id}/affiliate" );
	}

	/**
	 * Sets the affiliate link of an item.
	 *
	 * @param array<string, mixed> $fields affiliate_url and affiliate_status.
	 */
	public function set_affiliate( int $id, int $item_id, array $fields ): mixed {
		return $this->request( 'PUT', "/registries/{$id}/items/{$item_id}/affiliate", array(), $fields );
	}

	/** Removes the affiliate link of an item. */
	public function clear_affiliate( int $id, int $item_id ): mixed {
		return $this->request( 'DELETE', "/registries/{$id}/items/{$item_id}/affiliate" );
	}

	/**
	 * Returns the purchases that the account has made, or that match the filters.
	 *
	 * @param array<string, mixed> $query skip, limit; registry_id, giver_email, giver_user_id; with registry_id, view:
	 *                                    `owner` or `owner_names`, to limit the data to what the owner may see.
	 */
	public function list_purchases( array $query = array() ): mixed {
		return $this->request( 'GET', '/purchases', $query );
	}

	/**
	 * Returns a purchase in its envelope, or null.
	 *
	 * @param string $id UUID of the purchase, as for all methods below.
	 */
	public function get_purchase( string $id ): mixed {
		return $this->request( 'GET', '/purchases/' . self::segment( $id ) );
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
		$condition = true === ( $expected['is_new'] ?? false ) ? array( 'If-None-Match' => '*' ) : array();
		return $this->request( 'PUT', '/purchases/' . self::segment( $id ), array(), $fields, $condition );
	}

	/**
	 * Changes the given fields of a purchase.
	 *
	 * @param array<string, mixed> $fields quantity, state, message, thanked.
	 */
	public function update_purchase( string $id, array $fields ): mixed {
		return $this->request( 'PATCH', '/purchases/' . self::segment( $id ), array(), $fields );
	}

	/** Deletes a purchase. */
	public function delete_purchase( string $id ): mixed {
		return $this->request( 'DELETE', '/purchases/' . self::segment( $id ) );
	}

	/** Reveals the purchases of a registry, without a check by the host. */
	public function reveal_purchases( int $registry_id ): mixed {
		return $this->request( 'POST', '/purchases/reveal', array(), array( 'registry_id' => $registry_id ) );
	}

	/**
	 * Reduces the bought quantity of an item by a number that no purchase accounts for: all of it, or nothing.
	 *
	 * @param array<string, mixed> $what item_id; quantity.
	 */
	public function uncount_purchases( array $what ): mixed {
		return $this->request( 'POST', '/purchases/uncount', array(), $what );
	}

	/**
	 * Erases givers and their messages; the quantities remain.
	 *
	 * @param array<string, mixed> $whose One of giver_email, giver_user_id and registry_id; before, only.
	 */
	public function erase_purchases( array $whose ): mixed {
		return $this->request( 'POST', '/purchases/erase', array(), $whose );
	}

	/** Returns the purchases of a registry that the account may see, in the order of its items. */
	public function list_registry_purchases( int $registry_id ): mixed {
		return $this->request( 'GET', "/registries/{$registry_id}/purchases" );
	}

	/**
	 * Creates a purchase of an item in the account's own name.
	 *
	 * @param array<string, mixed> $fields The complete purchase: item_id, and the fields that differ from the defaults.
	 */
	public function put_registry_purchase( int $registry_id, string $id, array $fields ): mixed {
		return $this->request( 'PUT', "/registries/{$registry_id}/purchases/" . self::segment( $id ), array(), $fields );
	}

	/** Records whether the giver of a purchase was thanked. */
	public function thank_for_purchase( int $registry_id, string $id, bool $thanked ): mixed {
		return $this->request( 'PATCH', "/registries/{$registry_id}/purchases/" . self::segment( $id ), array(), array( 'thanked' => $thanked ) );
	}

	/** Deletes a purchase of a registry. */
	public function delete_registry_purchase( int $registry_id, string $id ): mixed {
		return $this->request( 'DELETE', "/registries/{$registry_id}/purchases/" . self::segment( $id ) );
	}

	/** Reveals the secret purchases of a registry now. */
	public function reveal_registry_purchases( int $registry_id ): mixed {
		return $this->request( 'POST', "/registries/{$registry_id}/purchases/reveal", array(), array() );
	}

	/**
	 * Reads the product data on a shop's page. Null if the service has disabled previews; this also applies to the next
	 * two methods.
	 */
	public function preview( string $url ): mixed {
		return $this->request( 'POST', '/previews', array(), array( 'url' => $url ) );
	}

	/**
	 * Fetches a picture: its media type, detected from the bytes, as `type`, and `bytes`. If the address is no picture,
	 * the result is an error with the status 422.
	 */
	public function preview_picture( string $url ): mixed {
		$response = $this->send( 'POST', '/previews/picture', array(), array( 'url' => $url ) );
		if ( is_wp_error( $response ) ) {
			return $response;
		}
		$status = (int) wp_remote_retrieve_response_code( $response );
		$body   = wp_remote_retrieve_body( $response );
		if ( 200 !== $status ) {
			return self::answer( $status, $body );
		}
		$header = wp_remote_retrieve_header( $response, 'content-type' );
		$type   = strtolower( trim( strtok( is_string( $header ) ? $header : '', ';' ) ) );
		return str_starts_with( $type, 'image/' )
			? array(
				'type'  => $type,
				'bytes' => $body,
			)
			: self::not_the_service( $status );
	}

	/** Checks whether a shop still sells the product on a page. */
	public function preview_check( string $url ): mixed {
		return $this->request( 'POST', '/previews/check', array(), array( 'url' => $url ) );
	}

	/**
	 * Sends a request. Redirects are not followed: they would carry the credentials elsewhere, and turn a POST into a GET.
	 *
	 * @param string                    $method HTTP method.
	 * @param string                    $path   Path below the base URL, encoded.
	 * @param array<string, mixed>      $query  Parameters of the query string; lists are joined by commas, null is
	 *                                          omitted.
	 * @param array<string, mixed>|null $body   JSON body; null for none.
	 * @param array<string, string>     $more   Additional headers.
	 * @return mixed The decoded response, null or a WP_Error; see the class.
	 */
	public function request( string $method, string $path, array $query = array(), ?array $body = null, array $more = array() ): mixed {
		$response = $this->send( $method, $path, $query, $body, $more );
		return is_wp_error( $response )
			? $response
			: self::answer( (int) wp_remote_retrieve_response_code( $response ), wp_remote_retrieve_body( $response ) );
	}

	/**
	 * Sends a request, like `request`.
	 *
	 * @param string                    $method HTTP method.
	 * @param string                    $path   Path below the base URL, encoded.
	 * @param array<string, mixed>      $query  Parameters of the query string; lists are joined by commas, null is
	 *                                          omitted.
	 * @param array<string, mixed>|null $body   JSON body; null for none.
	 * @param array<string, string>     $more   Additional headers.
	 * @return array<string, mixed>|WP_Error Response in WordPress's format.
	 */
	private function send( string $method, string $path, array $query, ?array $body, array $more = array() ): array|WP_Error {
		if ( ! $this->is_configured() ) {
			return self::not_configured();
		}
		foreach ( Settings::SECRETS as $name ) {
			$problem = $this->settings->file_problem( $name );
			if ( null !== $problem ) {
				/* translators: 1: name of an environment variable, 2: why, as a sentence. */
				return self::error( sprintf( __( '%1$s cannot be used. %2$s', 'largesse' ), $this->settings->variable( $name ), $problem ), 0 );
			}
		}
		$headers = $this->headers( null !== $body );
		if ( preg_grep( '/[^\x20-\x7e]/', $headers ) ) {
			return self::error( __( 'The gateway key contains characters that are not allowed in a header.', 'largesse' ), 0 );
		}
		$query   = array_map( static fn( mixed $value ): mixed => is_array( $value ) ? implode( ',', $value ) : $value, $query );
		$string  = http_build_query( $query, '', '&', PHP_QUERY_RFC3986 );
		$url     = $this->settings->get( Settings::BASE_URL ) . $path . ( '' === $string ? '' : "?{$string}" );
		$options = array(
			'method'      => $method,
			'timeout'     => $this->timeout,
			'redirection' => 0,
			'headers'     => $headers + $more + self::request_id(),
		);
		if ( null !== $body ) {
			// A body without fields is an object, too.
			$json = wp_json_encode( array() === $body ? (object) array() : $body );
			if ( false === $json ) {
				return self::error( __( 'The request cannot be written as JSON.', 'largesse' ), 0 );
			}
			$options['body'] = $json;
		}
		$response = wp_remote_request( $url, $options );
		if ( is_wp_error( $response ) ) {
			$error = self::error( __( 'The registry service did not answer.', 'largesse' ), 0 );
			// For the operator: the second code contains the transport's message.
			$error->add( 'api_transport', $response->get_error_message() );
			return $error;
		}
		return $response;
	}

	/**
	 * Converts a response to the result of a method (rules: Clients 3).
	 *
	 * @param int $status HTTP status.
	 */
	private static function answer( int $status, string $body ): mixed {
		if ( 404 === $status ) {
			return null;
		}
		$decoded = json_decode( $body, true );
		if ( $status < 200 || $status >= 300 ) {
			$detail = is_array( $decoded ) ? $decoded['detail'] ?? '' : '';
			$errors = is_array( $decoded ) ? $decoded['errors'] ?? array() : array();
			/* translators: %d: an HTTP status, for example 502. */
			return self::error( is_string( $detail ) && '' !== $detail ? $detail : sprintf( __( 'The registry service answered with status %d.', 'largesse' ), $status ), $status, is_array( $errors ) ? $errors : array() );
		}
		if ( JSON_ERROR_NONE !== json_last_error() && '' !== $body ) {
			return self::not_the_service( $status );
		}
		return $decoded;
	}

	/**
	 * Returns the first broken rule of each field in an error of this client.
	 *
	 * @return array<string, BrokenRule> Rules by field.
	 */
	public static function broken_rules( WP_Error $error ): array {
		$data = $error->get_error_data();
		return BrokenRule::by_field( is_array( $data ) ? $data['errors'] ?? null : null );
	}

	/**
	 * Returns the error for a response that is not from the API. The default status is for a missing route.
	 *
	 * @param int $status HTTP status.
	 */
	public static function not_the_service( int $status = 404 ): WP_Error {
		return self::error( __( 'What answered is not the registry service.', 'largesse' ), $status );
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
	 * Returns the query that limits a call to an item of a registry.
	 *
	 * @param array<string, mixed> $expected Expected values of the item.
	 * @return array<string, mixed>
	 */
	private static function registry_in( array $expected ): array {
		return array( 'registry_id' => $expected['registry_id'] ?? null );
	}

	/**
	 * Returns the header that requires the item to be unchanged. Characters that an entity tag cannot contain are removed.
	 *
	 * @param array<string, mixed> $expected Expected values of the item.
	 * @return array<string, string>
	 */
	private static function condition( array $expected ): array {
		$version = $expected['updated_at'] ?? null;
		return is_string( $version ) ? array( 'If-Match' => '"' . preg_replace( '/[^!#-~]/', '', $version ) . '"' ) : array();
	}

	/**
	 * Returns the headers of a request.
	 *
	 * @param bool $has_body Whether the request has a JSON body.
	 * @return array<string, string>
	 */
	private function headers( bool $has_body ): array {
		$username = $this->settings->get( Settings::USERNAME );
		$password = $this->settings->get( Settings::APP_PASSWORD );
		$key      = $this->settings->get( Settings::GATEWAY_KEY );
		$headers  = array( 'Accept' => 'application/json' );
		if ( '' !== $username && '' !== $password ) {
			// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- HTTP Basic authentication requires it.
			$headers['Authorization'] = 'Basic ' . base64_encode( "{$username}:{$password}" );
		}
		if ( '' !== $key ) {
			$headers['x-api-key'] = $key;
		}
		return $has_body ? $headers + array( 'Content-Type' => 'application/json' ) : $headers;
	}

	/**
	 * Returns a header with the id of the current request, if the web server has assigned one. With it, calls in the
	 * service's logs can be traced to the page that needed them (rules: Request ids).
	 *
	 * @return array<string, string>
	 */
	private static function request_id(): array {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized -- The value is validated below.
		$id = wp_unslash( $_SERVER['HTTP_X_REQUEST_ID'] ?? '' );
		return is_string( $id ) && 1 === preg_match( '/\A[A-Za-z0-9_.-]{1,64}\z/', $id ) ? array( 'X-Request-Id' => $id ) : array();
	}

	/** Returns the error of every call without an address. */
	private static function not_configured(): WP_Error {
		return new WP_Error( 'api_not_configured', __( 'The address of the registry service is not set.', 'largesse' ) );
	}

	/**
	 * Returns an error of a call.
	 *
	 * @param string       $message Message for users.
	 * @param int          $status  HTTP status; 0 without a response.
	 * @param array<mixed> $errors  Broken rules (rules: Errors), as the API sent them.
	 */
	private static function error( string $message, int $status, array $errors = array() ): WP_Error {
		return new WP_Error( 'api_error', $message, array( 'status' => $status ) + ( $errors ? array( 'errors' => $errors ) : array() ) );
	}
}
