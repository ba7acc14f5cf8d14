<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

/** Chooses the webhook that Site Health reports. */
final class FailingWebhook {

	/** An active webhook is reported if it has failed for this many seconds. */
	private const FAILING_S = 3600;

	/**
	 * Returns a webhook that the service has disabled because it failed; if there is none, one that has failed for an
	 * hour; null if none fails. A webhook that somebody has disabled does not fail.
	 *
	 * @param list<array{status: string, failing_since: string|null}> $webhooks As the service lists them.
	 * @param int                                                     $now      Seconds since 1970.
	 * @return array{status: string, failing_since: string|null}|null
	 */
	public static function of( array $webhooks, int $now ): ?array {
		$failing = array_filter( $webhooks, static fn ( array $webhook ): bool => null !== $webhook['failing_since'] );
		foreach ( $failing as $webhook ) {
			if ( 'active' !== $webhook['status'] ) {
				return $webhook;
			}
		}
		foreach ( $failing as $webhook ) {
			if ( $now - strtotime( $webhook['failing_since'] ) >= self::FAILING_S ) {
				return $webhook;
			}
		}
		return null;
	}
}
