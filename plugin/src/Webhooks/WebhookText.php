<?php
declare( strict_types=1 );

namespace Largesse\Webhooks;

use Largesse\Registry\Registries;
use Largesse\Registry\RegistryPostType;

/** Describes webhooks and deliveries in plain words. The texts are not escaped. */
final class WebhookText {

	/** The service disables a webhook after this many seconds without a success (rules: Webhooks). */
	private const DISABLED_AFTER_S = 5 * 86400;

	/** Returns the host of a webhook. */
	public static function host( array $webhook ): string {
		$host = wp_parse_url( (string) $webhook['url'], PHP_URL_HOST );
		return is_string( $host ) ? $host : (string) $webhook['url'];
	}

	/** Describes the state of a webhook with these last deliveries. Returns '' if nothing is unusual. */
	public static function state( array $webhook, array $deliveries ): string {
		$host    = self::host( $webhook );
		$failing = null === $webhook['failing_since'] ? null : (int) strtotime( $webhook['failing_since'] );
		$last    = max( 0, 0, ...array_map( static fn ( array $delivery ): int => (int) strtotime( (string) $delivery['last_attempt_at'] ), $deliveries ) );
		if ( 'active' === $webhook['status'] ) {
			return match ( true ) {
				/* translators: 1: a host, for example example.org, 2: a time span, for example 3 hours. */
				null !== $failing => sprintf( __( '%1$s has accepted nothing for %2$s. After five days without success, the registry service disables this webhook.', 'largesse' ), $host, human_time_diff( $failing ) ),
				! $deliveries     => __( 'Nothing has been sent in the last 30 days.', 'largesse' ),
				default           => '',
			};
		}
		return match ( true ) {
			// The receiver has ended the webhook with the status 410.
			/* translators: %s: a host, for example example.org. */
			in_array( 410, array_column( $deliveries, 'last_status' ), true ) => sprintf( __( 'Disabled because %s wants no more events.', 'largesse' ), $host ),
			null !== $failing && $last - $failing >= self::DISABLED_AFTER_S => __( 'Disabled because it failed for five days.', 'largesse' ),
			default => __( 'Disabled. Nothing is sent.', 'largesse' ),
		};
	}

	/** Returns a short text with the change of an event and the title of its registry. */
	public static function event( array $event ): string {
		$what     = match ( $event['type'] ) {
			'item.created'       => __( 'Wish added', 'largesse' ),
			'item.updated'       => __( 'Wish changed', 'largesse' ),
			'item.deleted'       => __( 'Wish deleted', 'largesse' ),
			'item.restored'      => __( 'Wish restored', 'largesse' ),
			'purchase.created'   => __( 'Gift added', 'largesse' ),
			'purchase.updated'   => __( 'Gift changed', 'largesse' ),
			'purchase.deleted'   => __( 'Gift given back', 'largesse' ),
			'purchases.revealed' => __( 'Gifts revealed', 'largesse' ),
			'idea.created'       => __( 'Idea of a guest added', 'largesse' ),
			'idea.updated'       => __( 'Idea of a guest changed', 'largesse' ),
			'idea.deleted'       => __( 'Idea of a guest deleted', 'largesse' ),
			'share.created'      => __( 'Part of a gift promised', 'largesse' ),
			'share.updated'      => __( 'Part of a gift changed', 'largesse' ),
			'share.deleted'      => __( 'Part of a gift deleted', 'largesse' ),
			default              => (string) $event['type'],
		};
		$registry = get_post( (int) $event['registry_id'] );
		/* translators: 1: what happened, for example “Wish added”, 2: title of a registry. */
		return $registry && RegistryPostType::is( $registry ) ? sprintf( __( '%1$s: %2$s', 'largesse' ), $what, Registries::title( $registry ) ) : $what;
	}

	/**
	 * Returns a sentence about the state of a delivery.
	 *
	 * @param array<string, mixed> $webhook  The webhook.
	 * @param array<string, mixed> $delivery The delivery.
	 */
	public static function delivery( array $webhook, array $delivery ): string {
		$host    = self::host( $webhook );
		$failure = self::failure( $host, $delivery['last_status'], (string) $delivery['last_error'] );
		$next    = (int) strtotime( (string) $delivery['next_attempt_at'] );
		return match ( true ) {
			/* translators: 1: a host, for example example.org, 2: a time span, for example 2 minutes. */
			'delivered' === $delivery['status'] => sprintf( __( 'Delivered to %1$s %2$s ago.', 'largesse' ), $host, human_time_diff( (int) strtotime( (string) $delivery['last_attempt_at'] ) ) ),
			/* translators: %s: why sending failed, without a full stop. */
			'failed' === $delivery['status'] => sprintf( __( '%s; there are no more attempts.', 'largesse' ), $failure ),
			'active' !== $webhook['status'] => __( 'It waits until this webhook is enabled.', 'largesse' ),
			null === $delivery['last_attempt_at'] || $next <= time() => __( 'It is sent in a moment.', 'largesse' ),
			/* translators: 1: why sending failed, without a full stop, 2: a time, perhaps with a date. */
			default => sprintf( __( '%1$s; the next attempt is at %2$s.', 'largesse' ), $failure, self::time( $next ) ),
		};
	}

	/** @param array{delivered: bool, status: int|null, error: string|null} $result Result of a test. */
	public static function test( string $host, array $result ): string {
		/* translators: %s: a host, for example example.org. */
		return $result['delivered'] ? sprintf( __( '%s accepted the test.', 'largesse' ), $host ) : self::failure( $host, $result['status'], (string) $result['error'] ) . '.';
	}

	/** Explains why sending failed. The text does not end with a full stop. */
	private static function failure( string $host, ?int $status, string $reason ): string {
		return match ( true ) {
			/* translators: 1: a host, for example example.org, 2: an HTTP status, for example 500. */
			null !== $status => sprintf( __( '%1$s answered with status %2$d', 'largesse' ), $host, $status ),
			/* translators: %s: a host, for example example.org. */
			'' === $reason   => sprintf( __( '%s did not answer', 'largesse' ), $host ),
			/* translators: 1: a host, for example example.org, 2: the reason, in English. */
			default          => sprintf( __( '%1$s did not answer (%2$s)', 'largesse' ), $host, $reason ),
		};
	}

	/** Returns a time in the site's time zone. Adds the date unless it is today. */
	private static function time( int $time ): string {
		$date = (string) wp_date( 'Y-m-d', $time ) === (string) wp_date( 'Y-m-d' ) ? '' : get_option( 'date_format' ) . ' ';
		return (string) wp_date( $date . get_option( 'time_format' ), $time );
	}
}
