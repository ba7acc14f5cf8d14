<?php
declare( strict_types=1 );

namespace Largesse\PageCache;

use Largesse\Service\Settings;
use Largesse\Service\SettingsRules;
use WP_Error;

/**
 * Purges pages on gateways. A purge is fast, because the gateway sends no request to this site. If a gateway does not
 * answer within TIMEOUT_S seconds, this class skips it for SILENT_S seconds. Its outdated pages expire within seconds
 * anyway.
 */
final class GatewayClient {

	/** Timeout in seconds. With lower values, builds of curl that use system alarms fail at once. */
	private const TIMEOUT_S = 2;

	/** Prefix of the names of transients. Each transient marks a gateway that did not answer. */
	public const SILENT = 'largesse_pages_silent';

	/** Seconds for which this class skips a gateway that did not answer. */
	private const SILENT_S = 10;

	/** Status after a successful purge. */
	private const DONE = 204;

	public function __construct( private readonly Settings $settings ) {}

	/**
	 * Returns the valid addresses of the gateways.
	 *
	 * @return list<string>
	 */
	public function addresses(): array {
		$value = $this->settings->get( Settings::PAGES_URL );
		return '' === $value || null !== SettingsRules::problem( Settings::PAGES_URL, $value ) ? array() : Settings::addresses( $value );
	}

	/**
	 * Purges pages on all gateways.
	 *
	 * @param list<string> $pages Addresses of pages on this site.
	 */
	public function purge( array $pages ): void {
		foreach ( $pages as $page ) {
			$this->send_to_all( $page, '/forget' . wp_parse_url( $page, PHP_URL_PATH ) );
		}
	}

	/** Purges all pages of this site on all gateways. */
	public function purge_all(): void {
		$this->send_to_all( home_url( '/' ), '/forget-all' );
	}

	/**
	 * Tests whether a gateway accepts purges.
	 *
	 * @param string $gateway Address of the gateway.
	 * @return true|int|WP_Error True if the gateway accepts purges; the HTTP status of any other response; an error if there is no response.
	 */
	public function try( string $gateway ): bool|int|WP_Error {
		return self::status( wp_remote_get( "{$gateway}/ready", $this->request( home_url( '/' ) ) ) );
	}

	/**
	 * Sends a request to all gateways.
	 *
	 * @param string $page Address whose host identifies the site.
	 * @param string $path Path of the request.
	 */
	private function send_to_all( string $page, string $path ): void {
		foreach ( $this->addresses() as $gateway ) {
			$silent = self::SILENT . '_' . md5( $gateway );
			if ( false === get_transient( $silent ) && is_wp_error( wp_remote_post( $gateway . $path, $this->request( $page ) ) ) ) {
				set_transient( $silent, 1, self::SILENT_S );
			}
		}
	}

	/** @return array<string, mixed> */
	private function request( string $page ): array {
		$port = wp_parse_url( $page, PHP_URL_PORT );
		return array(
			'timeout'             => self::TIMEOUT_S,
			'redirection'         => 0,
			'limit_response_size' => KB_IN_BYTES,
			'headers'             => array(
				'Host'           => wp_parse_url( $page, PHP_URL_HOST ) . ( $port ? ":{$port}" : '' ),
				'X-Largesse-Key' => $this->settings->get( Settings::PAGES_KEY ),
			),
		);
	}

	/**
	 * Returns true for the response of a gateway that accepts the request, otherwise its HTTP status or the error.
	 *
	 * @param array<string, mixed>|WP_Error $answer Response in WordPress's format.
	 */
	private static function status( array|WP_Error $answer ): bool|int|WP_Error {
		if ( is_wp_error( $answer ) ) {
			return $answer;
		}
		$status = (int) wp_remote_retrieve_response_code( $answer );
		return self::DONE === $status ? true : $status;
	}
}
