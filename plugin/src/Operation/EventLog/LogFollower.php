<?php
declare( strict_types=1 );

namespace Largesse\Operation\EventLog;

use Largesse\Foundation\Checks\CheckResult;
use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use Largesse\Registries\Registry\Changes;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\Client;
use Throwable;
use WP_Error;

/**
 * Reads the service's log of events in WordPress's cron. Reports changes of lists and pages, and runs the actions for
 * other plugins. Only one process reads at a time. The process stores its position after the work. So after a crash,
 * the next process may repeat some work, but loses no work.
 *
 * The log also contains events of secret purchases. Pages must not call `follow()`, because their response time could
 * reveal these purchases (rules: Surprise).
 */
final class LogFollower {

	/** Kind and key of the record with the position in the log. */
	public const KIND = 'event_log';
	private const KEY = 'position';

	/**
	 * Seconds: timeout of a request, time after which a run leaves the remaining events to the next run, and time after
	 * which the check warns if the cron has not read the log.
	 */
	private const TIMEOUT_S = 5;
	private const RUN_S     = 20;
	private const LATE_S    = HOUR_IN_SECONDS;

	/** Number of events that a run reads at a time. */
	private const AT_ONCE = 100;

	/** Number of crashes while handling an event after which other plugins no longer get the event. */
	private const MAX_CRASHES = 3;

	/** Seconds by which the clocks of the service and the site may differ. */
	private const CLOCKS_S = MINUTE_IN_SECONDS;

	/** Parameters that exclude secret purchases, which recipients of gifts must not see. */
	private const FOR_OWNERS = array( 'view' => 'owner' );

	/** HTTP status of a service without a common log of all registries, such as a service with Citus. */
	private const NO_COMMON_LOG = 501;

	/** HTTP statuses for a cursor that is too old, or is from another database. */
	private const UNUSABLE = array( 410, 422 );

	public function __construct( private readonly Client $client ) {}

	/** Reads the log. */
	public function follow(): void {
		Records::locked( 'event_log', $this->read_new_events( ... ) );
	}

	/** Checks whether the site can read the log, and when the cron last read it. */
	public function check(): ?CheckResult {
		$page = $this->page( self::FOR_OWNERS + array( 'after' => 'now' ) );
		if ( null === $page ) {
			return CheckResult::good(
				__( 'The service keeps no log of events', 'largesse' ),
				__( 'Givers get no mail about some changes made through the API. The service keeps a log unless EVENTS_DAYS is 0, or its database is spread over several servers (Citus).', 'largesse' )
			);
		}
		if ( is_wp_error( $page ) ) {
			return CheckResult::recommended(
				__( 'This site does not learn about changes made through the API', 'largesse' ),
				/* translators: %s: what went wrong. */
				sprintf( __( 'It cannot read the service’s log of events: %s Pages are up to date, but mails about these changes wait.', 'largesse' ), rtrim( $page->get_error_message(), '. ' ) . '.' ),
				__( 'Correct the connection to the service. The other findings explain how.', 'largesse' )
			);
		}
		$read_at = self::position()->read_at;
		if ( 0 !== $read_at && $read_at < time() - self::LATE_S ) {
			return CheckResult::recommended(
				__( 'This site learns late about changes made through the API', 'largesse' ),
				/* translators: %s: a duration, for example "2 hours". */
				sprintf( __( 'The last scheduled task that read the service’s log of events ran %s ago. Pages are up to date, but mails about changes in the log wait for the next one.', 'largesse' ), human_time_diff( $read_at ) ),
				__( 'Check that this site can call its own wp-cron.php, or let the server call it every few minutes.', 'largesse' )
			);
		}
		return CheckResult::good(
			__( 'This site learns about changes made through the API', 'largesse' ),
			0 === $read_at
				? __( 'It can read the service’s log of events. The next scheduled task reads it for the first time.', 'largesse' )
				/* translators: %s: a duration, for example "2 minutes". */
				: sprintf( __( 'It last read the service’s log of events %s ago.', 'largesse' ), human_time_diff( $read_at ) )
		);
	}

	/** Returns the stored position. */
	public static function position(): Position {
		return Position::from_array(
			Records::read_again( self::KIND, self::KEY )->data + array(
				'since' => (int) get_option( LogBeginning::OPTION, 0 ) - self::CLOCKS_S,
			)
		);
	}

	private function read_new_events(): void {
		$until    = time() + self::RUN_S;
		$position = self::position();
		do {
			$query = array(
				'limit' => $position->singles > 0 ? 1 : self::AT_ONCE,
			) + array_filter( array( 'after' => $position->cursor ) );
			$page  = $this->read( $query );
			if (
				is_wp_error( $page ) && in_array( ApiError::status( $page ), self::UNUSABLE, true ) && '' !== $position->cursor
			) {
				// The service does not accept the cursor. Continue with the oldest event that the service keeps, but
				// skip events from before the last successful request, because the site has handled them.
				$position = $position->from_the_oldest( $position->read_at - self::CLOCKS_S );
				$page     = $this->read( array( 'limit' => self::AT_ONCE ) );
			}
			if ( ! is_array( $page ) ) {
				return;
			}
			if ( array() !== $page['events'] ) {
				self::store( $position->before_work( self::AT_ONCE ) );
				$is_new = static fn ( array $event ): bool => (int) strtotime( $event['at'] ) >= $position->since;
				self::report_changes( array_filter( $page['shown'], $is_new ) );
				$events = array_filter( $page['events'], $is_new );
				self::report_removals( $events );
				array_map( self::run_actions( ... ), $position->crashes < self::MAX_CRASHES ? $events : array() );
			}
			$position = $position->after_work( $page['next_cursor'], time() );
			self::store( $position );
		} while ( array() !== $page['events'] && time() < $until );
	}

	/**
	 * Reads events, and which of them owners may see.
	 *
	 * @return array{events: list<array<string, mixed>>, shown: list<array<string, mixed>>, next_cursor: string}|WP_Error|null
	 */
	private function read( array $query ): array|WP_Error|null {
		$page  = $this->page( $query );
		$shown = is_array( $page ) && $page['events'] ? $this->page( self::FOR_OWNERS + $query ) : $page;
		return is_array( $shown ) ? array( 'shown' => $shown['events'] ) + $page : $shown;
	}

	/**
	 * Reads events, oldest first. Returns null if the service keeps no log of all registries.
	 *
	 * @return array{events: list<array{id: string, type: string, at: string, registry_id: int, item_id: int|null, purchase_id: string|null}>, next_cursor: string}|WP_Error|null
	 */
	private function page( array $query ): array|WP_Error|null {
		$page = $this->client->with_timeout( self::TIMEOUT_S )->list_events( $query );
		if ( ! is_array( $page ) ) {
			return is_wp_error( $page ) && self::NO_COMMON_LOG === ApiError::status( $page ) ? null : $page;
		}
		$is_event = static fn ( mixed $event ): bool => is_array( $event )
			&& is_int( $event['registry_id'] ?? null )
			&& is_string( $event['type'] ?? null )
			&& is_string( $event['at'] ?? null )
			&& ( is_int( $event['item_id'] ?? null ) || ! str_starts_with( $event['type'], 'item.' ) );
		return array_filter( $page['events'], $is_event ) === $page['events'] && '' !== $page['next_cursor']
			? $page
			: ApiError::not_the_service();
	}

	/** @param array<array<string, mixed>> $events Events without secret gifts (rules: Surprise). */
	private static function report_changes( array $events ): void {
		foreach ( array_unique( array_column( $events, 'registry_id' ) ) as $registry_id ) {
			if ( RegistryPostType::is( get_post( $registry_id ) ) ) {
				Changes::fire_changed( $registry_id );
			}
		}
	}

	/**
	 * Reports wishes that were deleted or restored through the API. The log also contains the site's own changes, which
	 * may be newer than the event. So only the last event of each wish counts.
	 *
	 * @param array<array<string, mixed>> $events The events, oldest first.
	 */
	private static function report_removals( array $events ): void {
		$is_active = array();
		foreach ( $events as $event ) {
			if ( in_array( $event['type'], array( 'item.deleted', 'item.restored' ), true ) ) {
				$is_active[ $event['registry_id'] ][ $event['item_id'] ] = 'item.restored' === $event['type'];
			}
		}
		foreach (
			array_filter(
				$is_active,
				static fn ( int $id ): bool => RegistryPostType::is( get_post( $id ) ),
				ARRAY_FILTER_USE_KEY
			) as $registry_id => $items
		) {
			foreach ( array_keys( array_filter( $items ) ) as $item_id ) {
				Changes::forget_removed( $registry_id, $item_id );
			}
			Changes::fire_removed( $registry_id, array_fill_keys( array_keys( $items, false, true ), null ) );
		}
	}

	/** Runs an event's actions. An exception does not stop the events that follow. */
	private static function run_actions( array $event ): void {
		$name = str_replace( '.', '_', $event['type'] );
		try {
			/**
			 * Fires in WordPress's cron for each event of the service's log: a change of a registry, an item, a purchase,
			 * a share or an idea, on the site or through the API. After a crash, the action may fire again for an earlier event;
			 * callbacks recognize the event by its id.
			 *
			 * @param array<string, mixed> $event The event, as `GET /events` shows it to an administrator: `id`, `type`, `at`,
			 *         `registry_id`, `item_id` and `purchase_id`.
			 */
			do_action( 'largesse_event', $event );
			/**
			 * Fires after `largesse_event`, with the type of the event in its name, for example
			 * `largesse_event_item_created`.
			 *
			 * @param array<string, mixed> $event The event.
			 */
			do_action( "largesse_event_{$name}", $event );
		} catch ( Throwable $failure ) {
			// phpcs:ignore WordPress.PHP.DevelopmentFunctions.error_log_error_log -- The cron has no user to inform.
			error_log( "Largesse: a callback of largesse_event failed: {$failure->getMessage()} ({$failure->getFile()}:{$failure->getLine()})" );
		}
	}

	private static function store( Position $position ): void {
		Records::change(
			self::KIND,
			self::KEY,
			static fn ( Record $now ): Record => $now->with( data: $position->to_array() )
		);
	}
}
