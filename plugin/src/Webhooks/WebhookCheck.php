<?php
declare( strict_types=1 );

namespace Largesse\Webhooks;

use Largesse\Checks\CheckResult;

/** Reports webhooks that the service has disabled, and webhooks whose receiver has failed for an hour. */
final class WebhookCheck {

	/** Site Health reports an active webhook if it has failed for this many seconds. */
	private const FAILING_S = 3600;

	public function __construct( private readonly Webhooks $webhooks ) {}

	/** Reports a disabled webhook or, if there is none, a failing one. Returns null without webhooks or an answer. */
	public function find(): ?CheckResult {
		$webhooks = $this->webhooks->all();
		// Other checks report a service that does not answer.
		if ( is_wp_error( $webhooks ) || ! $webhooks ) {
			return null;
		}
		$failing = array_filter( $webhooks, static fn ( array $webhook ): bool => null !== $webhook['failing_since'] && ! Webhooks::is_secret( $webhook ) );
		$late    = array_filter( $failing, static fn ( array $webhook ): bool => 'active' !== $webhook['status'] || time() - strtotime( $webhook['failing_since'] ) >= self::FAILING_S );
		// Sort disabled webhooks before the others.
		usort( $late, static fn ( array $one, array $other ): int => $other['status'] <=> $one['status'] );
		$worst = $late[0] ?? null;
		if ( null === $worst ) {
			return CheckResult::good( __( 'No webhook fails', 'largesse' ), __( 'Webhooks send changes of wishes and gifts to other programs.', 'largesse' ) );
		}
		return CheckResult::recommended(
			'active' === $worst['status']
				/* translators: %s: a host, for example example.org. */
				? sprintf( __( 'The webhook to %s fails', 'largesse' ), WebhookText::host( $worst ) )
				/* translators: %s: a host, for example example.org. */
				: sprintf( __( 'The webhook to %s was disabled because it failed', 'largesse' ), WebhookText::host( $worst ) ),
			__( 'It sends changes of wishes and gifts to another program, which does not get them now.', 'largesse' ),
			__( 'Ask the person who runs that program. Settings → Largesse → Advanced → Webhooks shows what happened, and can send a test.', 'largesse' )
		);
	}
}
