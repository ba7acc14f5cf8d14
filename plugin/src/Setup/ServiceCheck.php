<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Largesse\Checks\CheckResult;
use Largesse\Service\Settings;
use Largesse\Service\SettingsRules;
use WP_Error;

/**
 * Checks the parts of the service that need no credentials: the address, the server, its clock and its version.
 */
final class ServiceCheck {

	/** Name of the service in its response (contract: Health). */
	private const SERVICE = 'largesse-api';

	/** Major version of the API that the plugin supports (contract: info.version). */
	private const API_VERSION = '0';

	/** Maximum difference between the clocks in seconds. */
	private const MAX_SKEW = 60;

	/**
	 * Error numbers of cURL about encryption: connection, certificate of the other side, own certificate and engine,
	 * authorities, and revocation (curl.se/libcurl/c/libcurl-errors.html).
	 */
	private const ENCRYPTION_ERRORS = array( 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98 );

	/**
	 * Response of /health, and the time when it arrived (seconds since 1970).
	 *
	 * @var array{answer: array{status: int, body: mixed, date: string}|WP_Error, at: int}|null
	 */
	private ?array $health = null;

	public function __construct( private readonly Settings $settings, private readonly RawServiceRequest $raw_request ) {}

	/** Checks the configured address. */
	public function address(): CheckResult {
		$address = $this->settings->get( Settings::BASE_URL );
		$problem = SettingsRules::problem( Settings::BASE_URL, $address );
		$remedy  = sprintf(
			/* translators: %s: name of an environment variable. */
			__( 'Enter the address under Settings → Largesse, or set the environment variable %s.', 'largesse' ),
			strtoupper( Settings::BASE_URL )
		);
		if ( '' === $address ) {
			return CheckResult::critical( __( 'The address of the registry service is not set', 'largesse' ), __( 'Without it, the registries of this site have no items.', 'largesse' ), $remedy );
		}
		if ( null !== $problem ) {
			// Leave out the address, because it may contain a password.
			return CheckResult::critical( __( 'The address of the registry service is invalid', 'largesse' ), $problem, $remedy );
		}
		if ( str_starts_with( strtolower( $address ), 'http:' ) && self::is_public( $address ) ) {
			return CheckResult::recommended(
				__( 'The connection to the registry service is not encrypted', 'largesse' ),
				__( 'Others on the network can read the application password and the gateway key.', 'largesse' ),
				__( 'Install a certificate for the service, and enter its address with https://.', 'largesse' )
			);
		}
		return CheckResult::good( __( 'The address of the registry service is set', 'largesse' ), $address );
	}

	/** Checks whether the service answers at the address. */
	public function service(): CheckResult {
		$answer = $this->health()['answer'];
		if ( is_wp_error( $answer ) ) {
			return CheckResult::critical( __( 'The registry service cannot be reached', 'largesse' ), $answer->get_error_message(), self::remedy_for( $answer ) );
		}
		if ( 200 === $answer['status'] && is_array( $answer['body'] ) && self::SERVICE === ( $answer['body']['service'] ?? null ) ) {
			return CheckResult::good( __( 'The registry service answers', 'largesse' ), __( 'A Largesse API answers at this address and reports that it is healthy.', 'largesse' ) );
		}
		if ( $answer['status'] >= 300 && $answer['status'] < 400 ) {
			return CheckResult::critical(
				__( 'The address of the registry service redirects to another one', 'largesse' ),
				__( 'Redirects are not followed, because they would carry the credentials elsewhere.', 'largesse' ),
				__( 'Enter the final address of the service, often the same one with https://.', 'largesse' )
			);
		}
		if ( in_array( $answer['status'], array( 502, 503, 504 ), true ) ) {
			return CheckResult::critical(
				__( 'The registry service is not running', 'largesse' ),
				/* translators: %d: an HTTP status, for example 502. */
				sprintf( __( 'Something in front of it answers instead, with status %d.', 'largesse' ), $answer['status'] ),
				__( 'Start the service, and check its log.', 'largesse' )
			);
		}
		return CheckResult::critical(
			__( 'Something other than the registry service answers', 'largesse' ),
			/* translators: %d: an HTTP status, for example 404. */
			sprintf( __( 'The path /health of a Largesse API names the API. This address gave another answer, with status %d.', 'largesse' ), $answer['status'] ),
			__( 'Check that this is the address of the service, including its path, and not the address of this site.', 'largesse' )
		);
	}

	/** Compares the clocks of the service and of this site; null if the service does not send its time. */
	public function clock(): ?CheckResult {
		$health = $this->health();
		$time   = is_wp_error( $health['answer'] ) ? false : strtotime( $health['answer']['date'] );
		if ( false === $time ) {
			return null;
		}
		$skew = $time - $health['at'];
		if ( abs( $skew ) <= self::MAX_SKEW ) {
			return CheckResult::good( __( 'The clocks agree', 'largesse' ), __( 'The clocks of the service and this site agree.', 'largesse' ) );
		}
		$seconds = number_format_i18n( abs( $skew ) );
		return CheckResult::recommended(
			__( 'The clocks do not agree', 'largesse' ),
			$skew > 0
				/* translators: %s: a number of seconds. */
				? sprintf( __( 'The clock of the registry service is %s seconds ahead of this site.', 'largesse' ), $seconds )
				/* translators: %s: a number of seconds. */
				: sprintf( __( 'The clock of the registry service is %s seconds behind this site.', 'largesse' ), $seconds ),
			__( 'Synchronize the clocks of both machines over the network (NTP).', 'largesse' )
		);
	}

	/** Checks the version of the service's API. */
	public function api_version(): CheckResult {
		$answer  = $this->raw_request->get( '/openapi.json' );
		$version = is_wp_error( $answer ) || ! is_array( $answer['body'] ) ? null : $answer['body']['info']['version'] ?? null;
		if ( ! is_string( $version ) ) {
			return CheckResult::good( __( 'The registry service does not show its version', 'largesse' ), __( 'Its documentation is not public, which is usual in production. Within a major version, the API stays compatible.', 'largesse' ) );
		}
		if ( strtok( $version, '.' ) === self::API_VERSION ) {
			/* translators: %s: a version. */
			return CheckResult::good( __( 'Plugin and registry service fit together', 'largesse' ), sprintf( __( 'Both speak version %s of the API.', 'largesse' ), self::API_VERSION ) );
		}
		return CheckResult::recommended(
			__( 'Plugin and registry service have different versions', 'largesse' ),
			/* translators: 1: version that the service speaks, 2: version that the plugin speaks. */
			sprintf( __( 'The service speaks version %1$s of the API, the plugin version %2$s.', 'largesse' ), $version, self::API_VERSION ),
			__( 'Update the older one of the two.', 'largesse' )
		);
	}

	/**
	 * Returns the response of /health. Sends the request only once.
	 *
	 * @return array{answer: array{status: int, body: mixed, date: string}|WP_Error, at: int}
	 */
	private function health(): array {
		if ( null === $this->health ) {
			$answer = $this->raw_request->get( '/health' );
			// Some gateways require their key even for /health.
			if ( ! is_wp_error( $answer ) && in_array( $answer['status'], array( 401, 403 ), true ) ) {
				$answer = $this->raw_request->get( '/health', true );
			}
			$this->health = array(
				'answer' => $answer,
				'at'     => time(),
			);
		}
		return $this->health;
	}

	/** Returns the remedy for a failed request, based on the transport's error. */
	private static function remedy_for( WP_Error $error ): string {
		if ( 'http_request_not_executed' === $error->get_error_code() ) {
			return __( 'This site does not let its plugins call other machines (WP_HTTP_BLOCK_EXTERNAL). Name the service in WP_ACCESSIBLE_HOSTS in wp-config.php.', 'largesse' );
		}
		if ( self::is_about_encryption( $error->get_error_message() ) ) {
			return __( 'Check that the certificate of the service is valid for this name, and that this machine trusts the authority that issued it.', 'largesse' );
		}
		return __( 'Check that the service is running, that the address is correct, and that no firewall blocks it.', 'largesse' );
	}

	/**
	 * Checks whether a request failed because of the encryption.
	 *
	 * @param string $message Message of WordPress's transport. WordPress itself gives all failed requests the same code.
	 */
	private static function is_about_encryption( string $message ): bool {
		if ( preg_match( '/^cURL error (\d+)/', $message, $number ) ) {
			return in_array( (int) $number[1], self::ENCRYPTION_ERRORS, true );
		}
		// On a PHP without cURL, WordPress returns only the text of a PHP warning.
		return 1 === preg_match( '/ssl|certificate/i', $message );
	}

	/** Checks whether an address is public. Only connections to public addresses need encryption. */
	private static function is_public( string $address ): bool {
		$host = trim( (string) wp_parse_url( $address, PHP_URL_HOST ), '[]' );
		$ip   = filter_var( $host, FILTER_VALIDATE_IP ) ? $host : gethostbyname( $host );
		return false !== filter_var( $ip, FILTER_VALIDATE_IP, FILTER_FLAG_NO_PRIV_RANGE | FILTER_FLAG_NO_RES_RANGE );
	}
}
