<?php
declare( strict_types=1 );

namespace Largesse\EventLog;

use Largesse\Checks\CheckResult;

/** Checks whether the site follows the service's log of events. */
final class EventLogCheck {

	/** Seconds after which the check warns if the cron has not read the log, and timeout of the request in seconds. */
	private const LATE_S    = HOUR_IN_SECONDS;
	private const TIMEOUT_S = 5;

	public function __construct( private readonly EventFeed $feed ) {}

	/** Reads the log once, and checks when the cron last read the log. */
	public function find(): ?CheckResult {
		$page = $this->feed->read( EventFeed::FOR_OWNERS + array( 'after' => 'now' ), self::TIMEOUT_S );
		if ( is_wp_error( $page ) && EventFeed::is_without_log( $page ) ) {
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
		$read_at = LogFollower::position()->read_at;
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
}
