<?php
declare( strict_types=1 );

namespace Largesse\Operation\EventLog;

/** Time at which the site began to follow the log; earlier events are ignored. Storing it does not load LogFollower. */
final class LogBeginning {

	/** Option with the time, in seconds since 1970. */
	public const OPTION = 'largesse_event_log_since';

	/** Stores the current time, unless a time is stored. */
	public static function store(): void {
		if ( ! isset( wp_load_alloptions()[ self::OPTION ] ) ) {
			add_option( self::OPTION, (string) time(), '', true );
		}
	}
}
