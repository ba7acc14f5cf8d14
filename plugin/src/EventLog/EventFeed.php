<?php
declare( strict_types=1 );

namespace Largesse\EventLog;

use Largesse\Service\ApiError;
use Largesse\Service\Client;
use WP_Error;

/** Reads the service's log of events with the site's own account. */
final class EventFeed {

	/** Parameters that exclude secret purchases, which recipients of gifts must not see. */
	public const FOR_OWNERS = array( 'view' => 'owner' );

	/** Error code if the service has no log of events. */
	private const NO_LOG = 'largesse_no_event_log';

	/** HTTP status of a service without a common log of all registries, such as a service with Citus. */
	private const NO_COMMON_LOG = 501;

	/** HTTP statuses for a cursor that is too old, or is from another database. */
	private const UNUSABLE = array( 410, 422 );

	public function __construct( private readonly Client $client ) {}

	/**
	 * Reads events, oldest first.
	 *
	 * @param int                  $timeout Timeout in seconds.
	 * @return array{events: list<array{id: string, type: string, at: string, registry_id: int, item_id: int|null, purchase_id: string|null}>, next_cursor: string}|WP_Error
	 */
	public function read( array $query, int $timeout ): array|WP_Error {
		$page = $this->client->with_timeout( $timeout )->list_events( $query );
		if ( null === $page ) {
			return new WP_Error( self::NO_LOG, __( 'The service keeps no log of events.', 'largesse' ) );
		}
		if ( is_wp_error( $page ) ) {
			return $page;
		}
		$valid = array_filter( $page['events'], self::is_event( ... ) );
		return count( $valid ) === count( $page['events'] ) && '' !== $page['next_cursor'] ? $page : ApiError::not_the_service();
	}

	private static function is_event( mixed $event ): bool {
		return is_array( $event )
			&& is_int( $event['registry_id'] ?? null )
			&& is_string( $event['type'] ?? null )
			&& is_string( $event['at'] ?? null )
			&& ( is_int( $event['item_id'] ?? null ) || ! str_starts_with( $event['type'], 'item.' ) );
	}

	/** Checks whether an error means that there is no log for the whole site. */
	public static function is_without_log( WP_Error $error ): bool {
		return self::NO_LOG === $error->get_error_code() || self::NO_COMMON_LOG === ApiError::status( $error );
	}

	/** Checks whether an error means that the cursor cannot be used. */
	public static function is_unusable_cursor( WP_Error $error ): bool {
		return in_array( ApiError::status( $error ), self::UNUSABLE, true );
	}
}
