<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Largesse\Checks\CheckResult;
use Largesse\Service\Settings;
use WP_Error;

/**
 * Checks the gateway key, which the service or a gateway in front of it may require (rules: Credentials).
 */
final class GatewayKeyCheck {

	public function __construct( private readonly Settings $settings, private readonly RawServiceRequest $raw_request ) {}

	/**
	 * Checks whether a gateway key is required, and whether the site's key is right. Requests items without
	 * credentials, once with the key and once without it. Status 403 means that the key is wrong or missing. Status 401
	 * means that only the credentials are missing, so the key is right or not required.
	 */
	public function gateway_key(): CheckResult {
		$key     = $this->settings->get( Settings::GATEWAY_KEY );
		$problem = $this->settings->problem( Settings::GATEWAY_KEY );
		if ( null !== $problem ) {
			return CheckResult::critical( __( 'The gateway key cannot be used', 'largesse' ), $problem, __( 'Enter the key that the service or its gateway expects.', 'largesse' ) );
		}
		$is_set  = '' !== $key;
		$without = self::status( $this->raw_request->get( '/items?limit=1' ) );
		$with    = $is_set ? self::status( $this->raw_request->get( '/items?limit=1', true ) ) : $without;
		if ( 403 === $with ) {
			return $is_set
				? CheckResult::critical( __( 'The gateway key is refused', 'largesse' ), __( 'The service, or the gateway in front of it, does not know this key.', 'largesse' ), __( 'Enter the key that the service or its gateway expects.', 'largesse' ) )
				: CheckResult::critical( __( 'The gateway key is missing', 'largesse' ), __( 'The service, or the gateway in front of it, requires a key, but none is set.', 'largesse' ), __( 'Enter the key under Settings → Largesse.', 'largesse' ) );
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
			return CheckResult::good( __( 'The gateway key is accepted', 'largesse' ), __( 'Requests without it are refused.', 'largesse' ) );
		}
		$said = array(
			__( 'The registry service does not require a gateway key', 'largesse' ),
			__( 'Everybody who can reach the service can try passwords there.', 'largesse' ),
			__( 'Before you make the service public, set GATEWAY_KEY for it, or configure the gateway in front of it to require a key.', 'largesse' ),
		);
		return $this->is_on_this_machine() ? CheckResult::recommended( ...$said ) : CheckResult::critical( ...$said );
	}

	/**
	 * Checks whether the address of the service is on this machine. This site may then bypass a gateway that requires a
	 * key from everyone else, so the missing key is not critical. api/src/doctor/service-checks.ts uses the same
	 * pattern.
	 */
	private function is_on_this_machine(): bool {
		$host = (string) wp_parse_url( $this->settings->get( Settings::BASE_URL ), PHP_URL_HOST );
		return 1 === preg_match( '/^(?:localhost|127\.[\d.]+|\[::1\])\z/i', $host );
	}

	/**
	 * Returns the HTTP status of a response, 0 without a response.
	 *
	 * @param array{status: int, body: mixed, date: string}|WP_Error $answer The response.
	 */
	private static function status( array|WP_Error $answer ): int {
		return is_wp_error( $answer ) ? 0 : $answer['status'];
	}
}
