<?php
/**
 * Whether the gateway lets the site through.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Api\Checks;

use Largesse\Api\Settings;
use Largesse\Api\SettingsRules;
use WP_Error;

/**
 * Checks the gateway key, which the service or a gateway in front of it asks for (spec: Authentication 2).
 */
final class GatewayKeyCheck {

	/**
	 * What was found; null until it was asked for.
	 *
	 * @var Finding|null
	 */
	private ?Finding $found = null;

	/**
	 * Keeps the settings, and what asks the service.
	 *
	 * @param Settings $settings How the site reaches the API.
	 * @param Probe    $probe    Asks without credentials.
	 */
	public function __construct( private readonly Settings $settings, private readonly Probe $probe ) {}

	/**
	 * Whether the gateway key is in force, and the site's the right one.
	 */
	public function finding(): Finding {
		$this->found ??= $this->find();
		return $this->found;
	}

	/**
	 * The same, each time anew: asks with and without key. Without credentials, 401 means that the request came
	 * through to the service.
	 */
	private function find(): Finding {
		$key    = $this->settings->get( Settings::GATEWAY_KEY );
		$broken = SettingsRules::broken( Settings::GATEWAY_KEY, $key );
		if ( null !== $broken ) {
			return Finding::critical( 'gateway_key', __( 'The gateway key cannot be used', 'largesse' ), $broken, __( 'Enter the key that the service or its gateway expects.', 'largesse' ) );
		}
		$is_set  = '' !== $key;
		$without = self::status( $this->probe->get( '/items?limit=1' ) );
		$with    = $is_set ? self::status( $this->probe->get( '/items?limit=1', true ) ) : $without;
		if ( 403 === $with ) {
			return $is_set
				? Finding::critical( 'gateway_key', __( 'The gateway key is refused', 'largesse' ), __( 'The service, or the gateway in front of it, does not know this key.', 'largesse' ), __( 'Enter the key that the service or its gateway expects.', 'largesse' ) )
				: Finding::critical( 'gateway_key', __( 'The gateway key is missing', 'largesse' ), __( 'The service, or the gateway in front of it, asks for a key, and none is set.', 'largesse' ), __( 'Enter the key under Settings → Largesse.', 'largesse' ) );
		}
		if ( 401 !== $with ) {
			return Finding::critical(
				'gateway_key',
				__( 'The registry service does not answer as it should', 'largesse' ),
				/* translators: %d: an HTTP status, for example 500. */
				sprintf( __( 'Asked for items without credentials it answered with status %d instead of refusing.', 'largesse' ), $with ),
				__( 'Look into the log of the service, and at the rules of the gateway in front of it.', 'largesse' )
			);
		}
		if ( 403 === $without ) {
			return Finding::good( 'gateway_key', __( 'The gateway key is accepted', 'largesse' ), __( 'Requests without it are refused.', 'largesse' ) );
		}
		$said = array(
			'gateway_key',
			__( 'The registry service asks for no gateway key', 'largesse' ),
			__( 'Everybody who can reach the service may try passwords there.', 'largesse' ),
			__( 'Before the service is public, set GATEWAY_KEY for it, or let the gateway in front of it ask for a key.', 'largesse' ),
		);
		return $this->is_on_this_machine() ? Finding::recommended( ...$said ) : Finding::critical( ...$said );
	}

	/**
	 * Whether nobody but this machine reaches the service at the address that is set: a gateway may stand before the
	 * public one. The doctor of the service judges alike.
	 */
	private function is_on_this_machine(): bool {
		$host = (string) wp_parse_url( $this->settings->get( Settings::BASE_URL ), PHP_URL_HOST );
		return 1 === preg_match( '/^(?:localhost|127\.[\d.]+|\[::1\])\z/i', $host );
	}

	/**
	 * The HTTP status of an answer, 0 where none came.
	 *
	 * @param array{status: int, body: mixed, date: string}|WP_Error $answer The answer.
	 */
	private static function status( array|WP_Error $answer ): int {
		return is_wp_error( $answer ) ? 0 : $answer['status'];
	}
}
