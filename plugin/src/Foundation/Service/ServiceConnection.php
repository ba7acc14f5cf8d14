<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Service;

use WP_Error;

/**
 * Sends requests to the API with the site's own account. Redirects are not followed: they would carry the credentials
 * elsewhere, and turn a POST into a GET.
 */
final class ServiceConnection {

	private const KEY_HEADER = 'Idempotency-Key';

	/** Name in `$_SERVER` of the header with the id of a page's request. */
	private const REQUEST_ID_HEADER = 'HTTP_X_REQUEST_ID';

	/** Maximum number of attempts to create something, if responses are lost, and seconds between them. */
	private const ATTEMPTS = 3;
	private const PAUSE_S  = 0.1;

	/**
	 * Detail of the answer to a request whose turn did not come in time, for instance because many guests give at once.
	 * The service has not started it. After all other answers with 503, it may have, or it is overloaded.
	 */
	private const BUSY = 'Registry is busy';

	/**
	 * @param int  $timeout   Timeout of a request in seconds.
	 * @param bool $is_strict True if the service must refuse unknown fields (422) instead of ignoring them.
	 * @param array<int, array<string, mixed>|null> $registries States of registries (Client::stating()).
	 * @param bool $is_signed False if the service must check the credentials.
	 */
	public function __construct(
		private readonly Settings $settings,
		private readonly int $timeout,
		private readonly bool $is_strict = false,
		private readonly array $registries = array(),
		private readonly bool $is_signed = true
	) {}

	/** Checks whether the address of the API is set. */
	public function is_configured(): bool {
		return '' !== $this->settings->get( Settings::BASE_URL );
	}

	/**
	 * Sends a request; returns the decoded response, null or a WP_Error (see Client).
	 *
	 * @param string                    $path    Path below the base URL, encoded.
	 * @param array<string, mixed>      $query   Parameters of the query string; lists are joined by commas, null is
	 *                                           omitted.
	 */
	public function request(
		string $method,
		string $path,
		array $query = array(),
		?array $body = null,
		array $headers = array()
	): mixed {
		return self::result( $this->send( $method, $path, $query, $body, $headers ) );
	}

	/**
	 * Sends a POST request that creates something. If the response is lost, repeats the request with the same key, so
	 * that nothing is created twice (rules: Repeated requests).
	 *
	 * @param string|null $key Key of the request; null for a random key.
	 */
	public function create( string $path, array $body, ?string $key ): mixed {
		return $this->request( 'POST', $path, array(), $body, array( self::KEY_HEADER => $key ?? wp_generate_uuid4() ) );
	}

	/** Returns a header of the response to a GET request; empty if it is missing, or if the request fails. */
	public function header( string $name, string $path, array $query ): string {
		return self::header_of( $this->send( 'GET', $path, $query, null ), $name );
	}

	/** @return mixed An array of `list` and `cursor` (the header `Next-Cursor`), null or a WP_Error. */
	public function page( string $path, array $query ): mixed {
		$response = $this->send( 'GET', $path, $query, null );
		$list     = self::result( $response );
		return ! is_array( $list ) ? $list : array(
			'list'   => $list,
			'cursor' => self::header_of( $response, 'next-cursor' ),
		);
	}

	/** @param string $known Entity tag of the list that the caller has; '' for none. @return mixed A ListAnswer, null or a WP_Error. */
	public function listing( string $path, array $query, string $known ): mixed {
		$response = $this->send( 'GET', $path, $query, null, '' === $known ? array() : array( 'If-None-Match' => $known ) );
		$is_known = 304 === wp_remote_retrieve_response_code( $response );
		$list     = $is_known ? null : self::result( $response );
		if ( ! $is_known && ! ( is_array( $list ) && array_is_list( $list ) ) ) {
			return is_array( $list ) ? ApiError::not_the_service( 200 ) : $list;
		}
		$number = static function ( string $name ) use ( $response ): ?int {
			$value = self::header_of( $response, $name );
			return ctype_digit( $value ) ? (int) $value : null;
		};
		return new ListAnswer(
			$list,
			self::header_of( $response, 'etag' ),
			$number( 'x-host-total' ),
			$number( 'x-host-totalpages' )
		);
	}

	/** @return mixed An array of `type` and `bytes`, null or a WP_Error. */
	public function picture( string $path, array $body ): mixed {
		$response = $this->send( 'POST', $path, array(), $body );
		if ( 200 !== wp_remote_retrieve_response_code( $response ) ) {
			return self::result( $response );
		}
		$type  = strtolower( trim( explode( ';', self::header_of( $response, 'content-type' ) )[0] ) );
		$bytes = wp_remote_retrieve_body( $response );
		return str_starts_with( $type, 'image/' ) ? compact( 'type', 'bytes' ) : ApiError::not_the_service( 200 );
	}

	/** @return array<string, mixed>|WP_Error Response in WordPress's format. The parameters are those of `request`. */
	private function send(
		string $method,
		string $path,
		array $query,
		?array $body,
		array $more = array()
	): array|WP_Error {
		if ( ! $this->is_configured() ) {
			return ApiError::not_configured();
		}
		if ( 'GET' !== $method && ConnectedSite::is_copy() ) {
			return ApiError::copied();
		}
		// Without a signature, the service asks this site for the account.
		foreach ( array_diff( Settings::SECRETS, array( Settings::SITE_KEY ) ) as $name ) {
			if ( null !== $this->settings->file_problem( $name ) ) {
				return ApiError::of( (string) $this->settings->explained_problem( $name ), 0 );
			}
		}
		$headers = $this->headers( null !== $body );
		if ( preg_grep( '/[^\x20-\x7e]/', $headers ) ) {
			return ApiError::of( __( 'The gateway key contains characters that are not allowed in a header.', 'largesse' ), 0 );
		}
		$query   = array_map(
			static fn( mixed $value ): mixed => is_array( $value ) ? implode( ',', $value ) : $value,
			$query
		);
		$string  = http_build_query( $query, '', '&', PHP_QUERY_RFC3986 );
		$address = $path . ( '' === $string ? '' : "?{$string}" );
		$url     = $this->settings->get( Settings::BASE_URL ) . $address;
		$options = array(
			'method'      => $method,
			'timeout'     => $this->timeout,
			'redirection' => 0,
			'headers'     => $headers + $more + self::request_id(),
		);
		if ( null !== $body ) {
			// Encode a body without fields as an object, not as an array.
			// UTF-8 instead of escapes: 100 wishes with emoji would be larger than the service accepts.
			$json = wp_json_encode(
				array() === $body ? (object) array() : $body,
				JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES
			);
			if ( false === $json ) {
				return ApiError::of( __( 'The request cannot be written as JSON.', 'largesse' ), 0 );
			}
			$options['body'] = $json;
		}
		$options['headers'] += $this->signature( $method, $address, $options['body'] ?? '' );
		$is_keyed = isset( $more[ self::KEY_HEADER ] );
		$response = $is_keyed || 'PUT' === $method
			? $this->until_answered( $url, $options, $is_keyed )
			: wp_remote_request( $url, $options );
		if ( is_wp_error( $response ) ) {
			$error = ApiError::of( __( 'The registry service did not answer.', 'largesse' ), 0 );
			// Add the transport's message under a second error code, for the operator.
			$error->add( ApiError::TRANSPORT, $response->get_error_message() );
			return $error;
		}
		return $response;
	}

	/**
	 * Sends a request that may be repeated, and repeats it if its turn did not come in time (BUSY). A request with a key
	 * is also repeated after a lost response. While the service still works on the first request with the same key, it
	 * answers 409 with `Retry-After`. A PUT is not repeated after a lost response: its caller finds out what has become
	 * of the first.
	 *
	 * @return array<string, mixed>|WP_Error
	 */
	private function until_answered( string $url, array $options, bool $is_keyed ): array|WP_Error {
		$until = microtime( true ) + $this->timeout;
		for ( $lost = 0, $busy = 0; ; ) {
			$response = wp_remote_request( $url, array( 'timeout' => $until - microtime( true ) ) + $options );
			if ( is_wp_error( $response ) ) {
				$pause = $is_keyed && ++$lost < self::ATTEMPTS ? self::PAUSE_S : 0;
			} else {
				$after = (float) self::header_of( $response, 'retry-after' );
				$pause = match ( wp_remote_retrieve_response_code( $response ) ) {
					409     => $after,
					503     => self::is_busy( $response ) && ++$busy < self::ATTEMPTS ? $after : 0,
					default => 0,
				};
			}
			if ( $pause <= 0 || microtime( true ) + $pause >= $until ) {
				return $response;
			}
			usleep( (int) ( 1_000_000 * $pause ) );
		}
	}

	/** @param array<string, mixed> $response Response in WordPress's format. */
	private static function is_busy( array $response ): bool {
		$body = json_decode( wp_remote_retrieve_body( $response ), true );
		return is_array( $body ) && self::BUSY === ( $body['detail'] ?? null );
	}

	/** @param array<string, mixed>|WP_Error $response Response in WordPress's format. */
	private static function header_of( array|WP_Error $response, string $name ): string {
		$value = wp_remote_retrieve_header( $response, $name );
		return is_string( $value ) ? $value : '';
	}

	/** Converts a response or an error to the result of a call (rules: Clients 2). */
	private static function result( array|WP_Error $response ): mixed {
		if ( is_wp_error( $response ) ) {
			return $response;
		}
		$status = (int) wp_remote_retrieve_response_code( $response );
		$body   = wp_remote_retrieve_body( $response );
		if ( 404 === $status ) {
			return null;
		}
		$decoded    = json_decode( $body, true );
		$is_json    = JSON_ERROR_NONE === json_last_error();
		$is_success = $status >= 200 && $status < 300;
		if ( $status >= 400 || ( ! $is_success && ! $is_json ) ) {
			$detail = is_array( $decoded ) ? $decoded['detail'] ?? '' : '';
			$errors = is_array( $decoded ) ? $decoded['errors'] ?? array() : array();
			/* translators: %d: an HTTP status, for example 502. */
			$error  = ApiError::of( is_string( $detail ) && '' !== $detail ? $detail : sprintf( __( 'The registry service answered with status %d.', 'largesse' ), $status ), $status, is_array( $errors ) ? $errors : array(), self::header_of( $response, 'x-request-id' ) );
			NoRoom::note( $error );
			return $error;
		}
		if ( ! $is_json && '' !== $body ) {
			return ApiError::not_the_service( $status );
		}
		return $decoded;
	}

	private function headers( bool $has_body ): array {
		$username = $this->settings->get( Settings::USERNAME );
		$password = $this->settings->get( Settings::APP_PASSWORD );
		$key      = $this->settings->get( Settings::GATEWAY_KEY );
		// Without problem details, errors would not list the broken rules (rules: Problem details).
		$headers = array( 'Accept' => 'application/json, application/problem+json' );
		if ( '' !== $username && '' !== $password ) {
			// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- HTTP Basic authentication requires it.
			$headers['Authorization'] = 'Basic ' . base64_encode( "{$username}:{$password}" );
		}
		if ( '' !== $key ) {
			$headers['x-api-key'] = $key;
		}
		if ( $this->is_strict ) {
			$headers['Prefer'] = 'handling=strict';
		}
		$headers += ConnectedSite::header();
		return $has_body ? $headers + array( 'Content-Type' => 'application/json' ) : $headers;
	}

	/** @return array<string, string> Headers of a signed request; none without an account or a valid key. */
	private function signature( string $method, string $address, string $body ): array {
		$key       = $this->settings->get( Settings::SITE_KEY );
		$username  = $this->settings->get( Settings::USERNAME );
		$is_signed = $this->is_signed && '' !== $key && '' !== $username
			&& null === $this->settings->problem( Settings::SITE_KEY );
		$statement = $is_signed ? SiteStatement::json( $username, $this->registries ) : null;
		return null === $statement ? array() : SiteSignature::headers( $key, time(), $method, $address, $body, $statement );
	}

	/**
	 * Returns a header with the id of the current request, if the web server has assigned one. The service logs this id
	 * with the call. An operator can then find the page that caused the call (rules: Request ids).
	 *
	 * @return array<string, string>
	 */
	private static function request_id(): array {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized -- The value is validated below.
		$id = wp_unslash( $_SERVER[ self::REQUEST_ID_HEADER ] ?? '' );
		return is_string( $id ) && 1 === preg_match( '/\A[A-Za-z0-9_.-]{1,64}\z/', $id )
			? array( 'X-Request-Id' => $id )
			: array();
	}
}
