<?php
declare( strict_types=1 );

namespace Largesse\Webhooks;

use Largesse\Checks\CheckResult;
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

	/** Site Health reports an active webhook if it has failed for this many seconds. */
	private const FAILING_S = 3600;

	/** Code of the error if the service records no events. */
	public const OFF = 'largesse_no_events';

	private readonly Client $client;

	public function __construct( Client $client ) {
		$this->client = $client->with_timeout( self::TIMEOUT_S );
	}

	/** @return list<array<string, mixed>>|WP_Error All webhooks, the oldest first. */
	public function all(): array|WP_Error {
		$webhooks = $this->client->list_webhooks();
		return is_array( $webhooks ) || is_wp_error( $webhooks ) ? $webhooks : new WP_Error( self::OFF, __( 'The registry service does not record changes, so there are no webhooks. Its setting EVENTS_DAYS is 0, or its version is too old.', 'largesse' ) );
	}

	/** @return list<array<string, mixed>>|WP_Error Last deliveries of a webhook, newest first. */
	public function deliveries( string $id ): array|WP_Error {
		$page = $this->client->list_deliveries( $id, array( 'limit' => self::DELIVERIES ) );
		return is_wp_error( $page ) ? $page : $page['deliveries'] ?? array();
	}

	/** Carries out a button: `test`, `enable` or `resend`. Returns the result as a sentence. */
	public function press( string $button, string $id, string $event ): string|WP_Error {
		$webhook = 'test' === $button ? $this->client->get_webhook( $id ) : array();
		$answer  = ! is_array( $webhook ) ? $webhook : match ( $button ) {
			'test'   => $this->client->test_webhook( $id ),
			'enable' => $this->client->update_webhook( $id, array( 'status' => 'active' ) ),
			'resend' => $this->client->resend_delivery( $id, $event ),
			default  => new WP_Error( 'largesse_no_action', __( 'Nothing was done.', 'largesse' ) ),
		};
		if ( ! is_array( $answer ) ) {
			return $answer ?? new WP_Error( 'largesse_no_webhook', __( 'This webhook or event no longer exists.', 'largesse' ) );
		}
		$text = match ( $button ) {
			'test'   => WebhookText::test( WebhookText::host( $webhook ), $answer ),
			'enable' => __( 'The webhook is enabled. It gets all changes from now on.', 'largesse' ),
			default  => __( 'The event is sent again.', 'largesse' ),
		};
		return 'test' === $button && ! $answer['delivered'] ? new WP_Error( 'largesse_not_delivered', $text ) : $text;
	}

	/** Reports a disabled webhook or, if there is none, a failing one. Returns null without webhooks or an answer. */
	public function check(): ?CheckResult {
		$webhooks = $this->all();
		// Other checks report a service that does not answer.
		if ( is_wp_error( $webhooks ) || ! $webhooks ) {
			return null;
		}
		$failing = array_filter( $webhooks, static fn ( array $webhook ): bool => null !== $webhook['failing_since'] && ! self::is_secret( $webhook ) );
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

	/** Checks whether a webhook could reveal a surprise to the visitor. */
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
}
