<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\OptionRow;
use WP_Error;

/**
 * Prevents several processes from running the same code at the same time. Callers read stored data, and then write data
 * that depends on it. Without a lock, another process could write in between, because WordPress does not save posts
 * conditionally. The lock is a database row that only one process can add. The row has the name of a transient, so that
 * an uninstall deletes the row.
 */
final class ProcessLock {

	/** Code of the error if another process holds the lock for too long. */
	public const BUSY = 'largesse_busy';

	/** Seconds until a lock expires. Saving a post takes less time, even on a slow site. */
	private const EXPIRY = 60;

	/** Seconds to wait for a lock. */
	private const TIMEOUT = 3.0;

	/** Microseconds between two attempts. */
	private const PAUSE = 50_000;

	/**
	 * Runs a function while holding the lock.
	 *
	 * @template T
	 * @param string        $name Name of the lock.
	 * @param callable(): T $work Function to run.
	 * @return T|WP_Error
	 */
	public static function run( string $name, callable $work ): mixed {
		$row   = "_transient_largesse_lock_{$name}";
		$owner = time() . ' ' . wp_generate_uuid4();
		$until = microtime( true ) + self::TIMEOUT;
		while ( ! self::acquire( $row, $owner ) ) {
			if ( microtime( true ) > $until ) {
				return new WP_Error( self::BUSY, __( 'Somebody else is changing this at the same moment, so nothing was saved. Please try again.', 'largesse' ), array( 'status' => 503 ) );
			}
			usleep( self::PAUSE );
		}
		try {
			return $work();
		} finally {
			// Another process may own the row by now, because the lock has expired.
			OptionRow::delete_if( $row, $owner );
		}
	}

	/**
	 * Adds the row, unless the row exists. Returns whether this process now holds the lock.
	 *
	 * @param string $owner Time of creation, a space, and a unique id.
	 */
	private static function acquire( string $row, string $owner ): bool {
		if ( OptionRow::add( $row, $owner ) ) {
			return true;
		}
		$other = (string) OptionRow::read( $row );
		if ( '' !== $other && (int) $other < time() - self::EXPIRY ) {
			OptionRow::delete_if( $row, $other );
		}
		return false;
	}
}
