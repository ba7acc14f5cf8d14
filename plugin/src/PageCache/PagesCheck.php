<?php
declare( strict_types=1 );

namespace Largesse\PageCache;

use Largesse\Checks\CheckResult;
use Largesse\Checks\FeatureCheck;
use Largesse\Service\Settings;

/**
 * Checks whether gateways that cache pages of registries accept purges. Without gateways there is nothing to check.
 */
final class PagesCheck extends FeatureCheck {

	public function __construct( private readonly Settings $settings ) {}

	public function title(): string {
		return __( 'Pages for many guests', 'largesse' );
	}

	/** Returns whether the settings contain the address of a gateway. */
	public function is_due(): bool {
		return '' !== $this->settings->get( Settings::PAGES_URL );
	}

	public function checks(): array {
		return array( 'pages' => $this->find( ... ) );
	}

	/** Returns true, because a site without gateways has no findings. */
	public function may_find_nothing(): bool {
		return true;
	}

	private function find(): ?CheckResult {
		foreach ( array( Settings::PAGES_URL, Settings::PAGES_KEY ) as $name ) {
			if ( Settings::PAGES_URL === $name && '' === $this->settings->get( $name ) ) {
				return null;
			}
			$problem = $this->settings->problem( $name );
			if ( null !== $problem ) {
				return self::failure( $problem, __( 'Correct it under Settings → Largesse.', 'largesse' ) );
			}
		}
		$gateway_client = new GatewayClient( $this->settings );
		foreach ( $gateway_client->addresses() as $address ) {
			$answer = $gateway_client->try( $address );
			if ( is_wp_error( $answer ) ) {
				/* translators: 1: an address, 2: what went wrong. */
				return self::failure( sprintf( __( '%1$s does not answer: %2$s.', 'largesse' ), $address, rtrim( $answer->get_error_message(), '.' ) ), __( 'Check that the gateway is running, and that this site can reach it at that address.', 'largesse' ) );
			}
			if ( 403 === $answer ) {
				/* translators: %s: an address. */
				return self::failure( sprintf( __( '%s does not know the key of this site.', 'largesse' ), $address ), __( 'Write the same key into pages-keys.conf of the gateway and under Settings → Largesse.', 'largesse' ) );
			}
			if ( true !== $answer ) {
				/* translators: 1: an address, 2: an HTTP status, for example 404. */
				return self::failure( sprintf( __( '%1$s answered with status %2$d. That is not a gateway of Largesse.', 'largesse' ), $address, $answer ), __( 'Correct the address under Settings → Largesse.', 'largesse' ) );
			}
		}
		return CheckResult::good( __( 'Pages for many guests are up to date', 'largesse' ), __( 'The gateway caches pages of public registries for some seconds, and purges a page when it changes.', 'largesse' ) );
	}

	private static function failure( string $description, string $remedy ): CheckResult {
		return CheckResult::recommended(
			__( 'The gateway does not learn about changes', 'largesse' ),
			/* translators: %s: what is wrong, in sentences. */
			sprintf( __( '%s Until then, guests may see a version of a public registry’s page that is up to five seconds old, even if the registry has just become private.', 'largesse' ), $description ),
			$remedy
		);
	}
}
