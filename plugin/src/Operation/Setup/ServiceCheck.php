<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\Foundation\Checks\CheckResult;
use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Service\SettingRules;
use Largesse\Foundation\Service\Settings;
use WP_Error;

/**
 * Checks the parts of the service that need no credentials: the address, the server, the gateway key (rules:
 * Credentials), the clock and the version.
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

	private const TIMEOUT_S = 5;

	/** Maximum number of bytes to read from a response. */
	private const MAX_BYTES = 1048576;

	/** @var array{status: int, body: mixed, skew: int|null}|WP_Error|null Response of /health. */
	private array|WP_Error|null $health = null;

	public function __construct( private readonly Settings $settings ) {}

	/** Checks the configured address. */
	public function address(): CheckResult {
		$address = $this->settings->get( Settings::BASE_URL );
		$problem = Settings::broken_rule( Settings::BASE_URL, $address );
		$remedy  = sprintf(
			/* translators: %s: name of an environment variable. */
			__( 'Enter the address under Settings → Largesse, or set the environment variable %s.', 'largesse' ),
			strtoupper( Settings::BASE_URL )
		);
		if ( '' === $address ) {
			return CheckResult::critical(
				__( 'The address of the registry service is not set', 'largesse' ),
				__( 'Without it, the registries of this site have no items.', 'largesse' ),
				$remedy
			);
		}
		if ( null !== $problem ) {
			// Leave out the address, because it may contain a password.
			return CheckResult::critical(
				__( 'The address of the registry service is invalid', 'largesse' ),
				$problem,
				$remedy
			);
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
		$answer = $this->health();
		if ( is_wp_error( $answer ) ) {
			return CheckResult::critical(
				__( 'The registry service cannot be reached', 'largesse' ),
				$answer->get_error_message(),
				self::remedy_for( $answer )
			);
		}
		if (
			200 === $answer['status'] && is_array( $answer['body'] ) && self::SERVICE === ( $answer['body']['service'] ?? null )
		) {
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

	/**
	 * Checks whether a gateway key is required, and whether the site's key is right. Requests items without
	 * credentials, once with the key and once without it. Status 403 means that the key is wrong or missing. Status 401
	 * means that only the credentials are missing, so the key is right or not required.
	 */
	public function gateway_key(): CheckResult {
		$key     = $this->settings->get( Settings::GATEWAY_KEY );
		$problem = $this->settings->explained_problem( Settings::GATEWAY_KEY );
		if ( null !== $problem ) {
			return CheckResult::critical(
				__( 'The gateway key cannot be used', 'largesse' ),
				$problem,
				__( 'Enter the key that the service or its gateway expects.', 'largesse' )
			);
		}
		$is_set  = '' !== $key;
		$without = self::status( $this->get( '/items?limit=1' ) );
		$with    = $is_set ? self::status( $this->get( '/items?limit=1', true ) ) : $without;
		if ( 403 === $with ) {
			return $is_set
				? CheckResult::critical(
					__( 'The gateway key is refused', 'largesse' ),
					__( 'The service, or the gateway in front of it, does not know this key.', 'largesse' ),
					__( 'Enter the key that the service or its gateway expects.', 'largesse' )
				)
				: CheckResult::critical(
					__( 'The gateway key is missing', 'largesse' ),
					__( 'The service, or the gateway in front of it, requires a key, but none is set.', 'largesse' ),
					__( 'Enter the key under Settings → Largesse.', 'largesse' )
				);
		}
		if ( 401 !== $with ) {
			return CheckResult::critical(
				__( 'The registry service does not answer as it should', 'largesse' ),
				/* translators: %d: an HTTP status, for example 500. */
				sprintf( __( 'It answered a request for items without credentials with status %d instead of refusing it.', 'largesse' ), $with ),
				__( 'Check the log of the service, and the rules of the gateway in front of it.', 'largesse' )
			);
		}
		if ( 403 === $without ) {
			return CheckResult::good(
				__( 'The gateway key is accepted', 'largesse' ),
				__( 'Requests without it are refused.', 'largesse' )
			);
		}
		$said = array(
			__( 'The registry service does not require a gateway key', 'largesse' ),
			__( 'Everybody who can reach the service can try passwords there.', 'largesse' ),
			__( 'Before you make the service public, set GATEWAY_KEY for it, or configure the gateway in front of it to require a key.', 'largesse' ),
		);
		return $this->is_on_this_machine() ? CheckResult::recommended( ...$said ) : CheckResult::critical( ...$said );
	}

	/** Compares the clocks of the service and of this site; null if the service does not send its time. */
	public function clock(): ?CheckResult {
		$health = $this->health();
		$skew   = is_wp_error( $health ) ? null : $health['skew'];
		if ( null === $skew ) {
			return null;
		}
		if ( abs( $skew ) <= self::MAX_SKEW ) {
			return CheckResult::good(
				__( 'The clocks agree', 'largesse' ),
				__( 'The clocks of the service and this site agree.', 'largesse' )
			);
		}
		$seconds = Number::text( abs( $skew ) );
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

	/** Checks the version of the service's API. In production, services usually do not show it. */
	public function api_version(): CheckResult {
		$answer  = $this->get( '/openapi.json' );
		$version = is_wp_error( $answer ) || ! is_array( $answer['body'] )
			? null
			: $answer['body']['info']['version'] ?? null;
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

	/** @return array{status: int, body: mixed, skew: int|null}|WP_Error Response of /health, which is sent once. */
	private function health(): array|WP_Error {
		if ( null === $this->health ) {
			$this->health = $this->get( '/health' );
			// Some gateways require their key even for /health.
			if ( in_array( self::status( $this->health ), array( 401, 403 ), true ) ) {
				$this->health = $this->get( '/health', true );
			}
		}
		return $this->health;
	}

	/**
	 * Sends a GET request without credentials, because an unknown server may answer. Does not follow redirects.
	 *
	 * @return array{status: int, body: mixed, skew: int|null}|WP_Error The decoded body (null if it is not JSON), and the
	 *                         seconds by which the server's clock is ahead (null if the header `Date` is missing).
	 */
	private function get( string $path, bool $with_key = false ): array|WP_Error {
		$key      = $this->settings->get( Settings::GATEWAY_KEY );
		$headers  = array( 'Accept' => 'application/json' );
		$response = wp_remote_get(
			$this->settings->get( Settings::BASE_URL ) . $path,
			array(
				'timeout'             => self::TIMEOUT_S,
				'redirection'         => 0,
				'limit_response_size' => self::MAX_BYTES,
				'headers'             => $with_key && '' !== $key ? $headers + array( 'x-api-key' => $key ) : $headers,
			)
		);
		if ( is_wp_error( $response ) ) {
			return $response;
		}
		$date = wp_remote_retrieve_header( $response, 'date' );
		$time = is_string( $date ) ? strtotime( $date ) : false;
		return array(
			'status' => (int) wp_remote_retrieve_response_code( $response ),
			'body'   => json_decode( wp_remote_retrieve_body( $response ), true ),
			'skew'   => false === $time ? null : $time - time(),
		);
	}

	private static function remedy_for( WP_Error $error ): string {
		if ( 'http_request_not_executed' === $error->get_error_code() ) {
			return __( 'This site does not let its plugins call other machines (WP_HTTP_BLOCK_EXTERNAL). Name the service in WP_ACCESSIBLE_HOSTS in wp-config.php.', 'largesse' );
		}
		if ( self::is_about_encryption( $error->get_error_message() ) ) {
			return __( 'Check that the certificate of the service is valid for this name, and that this machine trusts the authority that issued it.', 'largesse' );
		}
		return __( 'Check that the service is running, that the address is correct, and that no firewall blocks it.', 'largesse' );
	}

	/** Checks a message of WordPress's transport, because WordPress itself gives all failed requests the same code. */
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

	/**
	 * Checks whether the address of the service is on this machine. This site may then bypass a gateway that requires a
	 * key from everyone else, so the missing key is not critical.
	 */
	private function is_on_this_machine(): bool {
		return SettingRules::is_on_this_machine( $this->settings->get( Settings::BASE_URL ) );
	}

	/** @param array{status: int, body: mixed, skew: int|null}|WP_Error $answer A response; its status is 0 for an error. */
	private static function status( array|WP_Error $answer ): int {
		return is_wp_error( $answer ) ? 0 : $answer['status'];
	}
}
