<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\Foundation\Checks\CheckResult;
use Largesse\Registries\Registry\Memberships;
use Largesse\Registries\Registry\Roles;
use Largesse\Foundation\Service\Client;
use WP_Post;

/**
 * Checks whether the webhooks of the service work. Some webhooks send secret gifts, and their failures could reveal
 * when someone gives a gift. So the check ignores these webhooks if a recipient of the gifts runs it (rules: Surprise
 * 6).
 */
final class WebhookCheck {

	public function __construct( private readonly Client $client ) {}

	/** Reports a disabled webhook or, if there is none, a failing one. Returns null without webhooks or an answer. */
	public function check(): ?CheckResult {
		$webhooks = $this->client->list_webhooks();
		// Other checks report a service that does not answer. A service that records no events has no webhooks.
		if ( ! is_array( $webhooks ) || ! $webhooks ) {
			return null;
		}
		$is_open = static fn ( array $webhook ): bool => ! self::is_secret( $webhook );
		$worst   = FailingWebhook::of( array_values( array_filter( $webhooks, $is_open ) ), time() );
		if ( null === $worst ) {
			return CheckResult::good( __( 'No webhook fails', 'largesse' ), __( 'Webhooks send changes of wishes and gifts to other programs.', 'largesse' ) );
		}
		return CheckResult::recommended(
			'active' === $worst['status']
				/* translators: %s: a host, for example example.org. */
				? sprintf( __( 'The webhook to %s fails', 'largesse' ), self::host( $worst ) )
				/* translators: %s: a host, for example example.org. */
				: sprintf( __( 'The webhook to %s was disabled because it failed', 'largesse' ), self::host( $worst ) ),
			__( 'It sends changes of wishes and gifts to another program, which does not get them now.', 'largesse' ),
			__( 'Ask the person who runs that program. On the machine of the service, “npm run webhooks -- list” shows what failed, and “test” sends a test.', 'largesse' )
		);
	}

	private static function host( array $webhook ): string {
		$host = wp_parse_url( (string) $webhook['url'], PHP_URL_HOST );
		return is_string( $host ) ? $host : (string) $webhook['url'];
	}

	/** Checks whether a webhook could reveal a surprise to the visitor. */
	private static function is_secret( array $webhook ): bool {
		if ( ! $webhook['include_secret'] ) {
			return false;
		}
		$user       = wp_get_current_user();
		$registries = null === $webhook['registry_id']
			? array( ...Memberships::of_author( $user->ID ), ...Memberships::co_owned( $user ) )
			: array( get_post( $webhook['registry_id'] ) );
		$own        = array_filter(
			$registries,
			static fn ( ?WP_Post $registry ): bool => $registry && Roles::of( $registry )->is_recipient()
		);
		return array() !== $own;
	}
}
