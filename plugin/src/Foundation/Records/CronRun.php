<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Records;

/** Work of the cron for each record of a kind. A run is short, and another one continues it. */
final class CronRun {

	/** Seconds after which a run ends, and until the next run. */
	private const LIMIT = 20;
	private const PAUSE = 60;

	/**
	 * Does the work for the records that come after `$after`. When the run ends early, schedules the event again, with the
	 * id of the last record.
	 *
	 * @param string                           $hook Event of the cron. Its callback passes the id back as `$after`.
	 * @param callable(Record): (int|null|void) $work If it returns a number, the run ends, and the next begins after these
	 *                                               seconds.
	 */
	public static function of( string $kind, string $hook, mixed $after, callable $work ): void {
		$end = time() + self::LIMIT;
		foreach ( Records::each( $kind, (int) $after ) as $record ) {
			$pause = $work( $record ) ?? ( time() >= $end ? self::PAUSE : null );
			if ( null !== $pause ) {
				wp_schedule_single_event( time() + $pause, $hook, array( $record->id ) );
				return;
			}
		}
	}
}
