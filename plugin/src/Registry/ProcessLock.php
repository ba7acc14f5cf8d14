<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Records\Record;
use Largesse\Records\Records;
use WP_Error;

/**
 * Prevents several processes from running the same code at the same time. Callers read stored data, and then write data
 * that depends on it. Without a lock, another process could write in between, because WordPress does not save posts
 * conditionally. The lock is a record that only one process can add.
 */
final class ProcessLock {

	/** Kind of the records. The time of a record is the time when the lock expires. */
	public const KIND = 'lock';

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
	 * @param callable(): T $work Function to run while this process has the lock.
	 * @return T|WP_Error
	 */
	public static function run( string $name, callable $work ): mixed {
		$until = microtime( true ) + self::TIMEOUT;
		$lock  = self::acquire( $name );
		while ( null === $lock ) {
			if ( microtime( true ) > $until ) {
				return Records::busy();
			}
			usleep( self::PAUSE );
			$lock = self::acquire( $name );
		}
		try {
			return $work();
		} finally {
			// Changes nothing if the lock has expired, and another process has it now.
			Records::replace( $lock, null );
		}
	}

	private static function acquire( string $name ): ?Record {
		$now = Records::read_again( self::KIND, $name );
		return $now->time > time() ? null : Records::replace( $now, $now->with( time: time() + self::EXPIRY ) );
	}
}
