<?php
declare( strict_types=1 );

namespace Largesse\PageCache;

use Largesse\Service\Settings;
use Largesse\Service\SettingsRules;
use WP_Error;

/**
 * Tells gateways what they are to forget. They answer at once and by themselves, without asking this site back; of one
 * that does not, nobody waits longer than two seconds, and then not again for a while: what it keeps ends within
 * seconds anyway.
 */
final class Gateways {

	/** Seconds that an answer may take; where curl counts with alarms of the system, it gives up at once with fewer. */
	private const TIMEOUT_S = 2;

	/** Name of the transient that says that a gateway did not answer, and its seconds. */
	private const SILENT   = 'largesse_pages_silent';
	private const SILENT_S = 10;

	/** Status of a gateway that did as it was told. */
	private const DONE = 204;

	public function __construct( private readonly Settings $settings ) {}

	/**
	 * Returns the addresses of the gateways, without those that break a rule.
	 *
	 * @return list<string>
	 */
	public function addresses(): array {
		$value = $this->settings->get( Settings::PAGES_URL );
		return '' === $value || null !== SettingsRules::problem( Settings::PAGES_URL, $value ) ? array() : Settings::addresses( $value );
	}

	/**
	 * Lets all gateways forget pages.
	 *
	 * @param list<string> $pages Addresses of pages of this site.
	 */
	public function forget( array $pages ): void {
		foreach ( $pages as $page ) {
			$this->tell( $page, '/forget' . wp_parse_url( $page, PHP_URL_PATH ) );
		}
	}

	/** Lets all gateways forget all pages of this site. */
	public function forget_all(): void {
		$this->tell( home_url( '/' ), '/forget-all' );
	}

	/**
	 * Asks a gateway whether it would do as it is told.
	 *
	 * @param string $gateway Its address.
	 * @return true|int|WP_Error The status of another answer; an error where none came.
	 */
	public function try( string $gateway ): bool|int|WP_Error {
		return self::status( wp_remote_get( "{$gateway}/ready", $this->request( home_url( '/' ) ) ) );
	}

	/**
	 * Tells all gateways something.
	 *
	 * @param string $page Address that says by its host of which site it is.
	 * @param string $path Path of the request.
	 */
	private function tell( string $page, string $path ): void {
		foreach ( $this->addresses() as $gateway ) {
			$silent = self::SILENT . '_' . md5( $gateway );
			if ( false === get_transient( $silent ) && is_wp_error( wp_remote_post( $gateway . $path, $this->request( $page ) ) ) ) {
				set_transient( $silent, 1, self::SILENT_S );
			}
		}
	}

	/**
	 * Returns what goes with a request.
	 *
	 * @return array<string, mixed>
	 */
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
	 * Reads an answer.
	 *
	 * @param array<string, mixed>|WP_Error $answer What WordPress gave.
	 */
	private static function status( array|WP_Error $answer ): bool|int|WP_Error {
		if ( is_wp_error( $answer ) ) {
			return $answer;
		}
		$status = (int) wp_remote_retrieve_response_code( $answer );
		return self::DONE === $status ? true : $status;
	}
}
