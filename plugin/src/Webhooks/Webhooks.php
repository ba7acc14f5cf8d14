<?php
declare( strict_types=1 );

namespace Largesse\Webhooks;

use Largesse\Registry\Memberships;
use Largesse\Registry\Roles;
use Largesse\Service\Client;
use WP_Error;
use WP_Post;

/**
 * Webhooks of the service. Some webhooks send secret gifts, and their deliveries and status could reveal when someone
 * gives a gift. So the screen hides the deliveries and the status from the recipients of these gifts (rules: Surprise
 * 6).
 */
final class Webhooks {

	/** Timeout of a call in seconds. During a test, the service waits up to ten seconds for the receiver. */
	private const TIMEOUT_S = 15;

	/** Maximum number of deliveries that the screen shows for each webhook. */
	private const DELIVERIES = 10;

	/** Code of the error if the service records no events. */
	public const OFF = 'largesse_no_events';

	private readonly Client $client;

	public function __construct( Client $client ) {
		$this->client = $client->with_timeout( self::TIMEOUT_S );
	}

	/** @return list<array<string, mixed>>|WP_Error All webhooks, the oldest first. */
	public function all(): array|WP_Error {
		return self::list_or_error( $this->client->list_webhooks() );
	}

	/** @return array<string, mixed>|WP_Error A webhook. */
	public function find( string $id ): array|WP_Error {
		return self::found( $this->client->get_webhook( $id ) );
	}

	/** @return list<array<string, mixed>>|WP_Error Last deliveries of a webhook, newest first. */
	public function deliveries( string $id ): array|WP_Error {
		$page = $this->client->list_deliveries( $id, array( 'limit' => self::DELIVERIES ) );
		return self::list_or_error( $page['deliveries'] ?? $page );
	}

	/**
	 * Sends a test event.
	 *
	 * @return array{delivered: bool, status: int|null, error: string|null}|WP_Error
	 */
	public function test( string $id ): array|WP_Error {
		return self::found( $this->client->test_webhook( $id ) );
	}

	/**
	 * Sends an event again.
	 *
	 * @return array<string, mixed>|WP_Error The delivery.
	 */
	public function resend( string $id, string $event ): array|WP_Error {
		return self::found( $this->client->resend_delivery( $id, $event ) );
	}

	/**
	 * Enables a webhook again.
	 *
	 * @return array<string, mixed>|WP_Error The webhook.
	 */
	public function enable( string $id ): array|WP_Error {
		return self::found( $this->client->update_webhook( $id, array( 'status' => 'active' ) ) );
	}

	/**
	 * Checks whether a webhook could reveal a surprise to the visitor.
	 *
	 * @param array<string, mixed> $webhook The webhook.
	 */
	public static function is_secret( array $webhook ): bool {
		if ( ! $webhook['include_secret'] ) {
			return false;
		}
		$user       = wp_get_current_user();
		$registries = null === $webhook['registry_id']
			? array( ...Memberships::of_author( $user->ID ), ...Memberships::co_owned( $user ) )
			: array( get_post( $webhook['registry_id'] ) );
		$own        = array_filter( $registries, static fn ( ?WP_Post $registry ): bool => $registry && Roles::of( $registry )->is_recipient() );
		return array() !== $own;
	}

	/**
	 * Returns a list from the service. Returns an error if webhooks are turned off in the service.
	 *
	 * @return list<array<string, mixed>>|WP_Error
	 */
	private static function list_or_error( mixed $answer ): array|WP_Error {
		if ( null === $answer ) {
			return new WP_Error( self::OFF, __( 'The registry service does not record changes, so there are no webhooks. Its setting EVENTS_DAYS is 0, or its version is too old.', 'largesse' ) );
		}
		return self::found( $answer );
	}

	/**
	 * Returns the client's answer. If the answer is null, returns an error: the webhook or event does not exist.
	 *
	 * @return array<mixed>|WP_Error
	 */
	private static function found( mixed $answer ): array|WP_Error {
		return match ( true ) {
			is_array( $answer ), is_wp_error( $answer ) => $answer,
			default => new WP_Error( 'largesse_no_webhook', __( 'This webhook or event no longer exists.', 'largesse' ) ),
		};
	}
}
