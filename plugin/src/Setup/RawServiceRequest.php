<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Largesse\Service\Settings;
use WP_Error;

/**
 * Sends requests to the service's address without the site's credentials, because an unknown server may answer. Unlike
 * the client, this class returns raw responses.
 */
final class RawServiceRequest {

	/** Timeout in seconds. */
	private const TIMEOUT = 5;

	/** Maximum number of bytes to read from a response. */
	private const MAX_BYTES = 1048576;

	public function __construct( private readonly Settings $settings ) {}

	/**
	 * Sends a GET request without following redirects.
	 *
	 * @param string $path     Path below the base URL.
	 * @param bool   $with_key Whether to send the gateway key.
	 * @return array{status: int, body: mixed, date: string}|WP_Error The decoded body (null if it is not JSON) and the
	 *                                                                `Date` header.
	 */
	public function get( string $path, bool $with_key = false ): array|WP_Error {
		$key      = $this->settings->get( Settings::GATEWAY_KEY );
		$headers  = array( 'Accept' => 'application/json' );
		$response = wp_remote_get(
			$this->settings->get( Settings::BASE_URL ) . $path,
			array(
				'timeout'             => self::TIMEOUT,
				'redirection'         => 0,
				'limit_response_size' => self::MAX_BYTES,
				'headers'             => $with_key && '' !== $key ? $headers + array( 'x-api-key' => $key ) : $headers,
			)
		);
		if ( is_wp_error( $response ) ) {
			return $response;
		}
		$date = wp_remote_retrieve_header( $response, 'date' );
		return array(
			'status' => (int) wp_remote_retrieve_response_code( $response ),
			'body'   => json_decode( wp_remote_retrieve_body( $response ), true ),
			'date'   => is_string( $date ) ? $date : '',
		);
	}
}
