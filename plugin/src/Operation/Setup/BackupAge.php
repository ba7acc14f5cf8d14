<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

/** Rates the last good backup of the service. */
final class BackupAge {

	/** States: there is no backup, it is too old, or it is new enough. */
	public const NONE = 'none';
	public const OLD  = 'old';
	public const GOOD = 'good';

	/** A backup is old after this many seconds: two nights. */
	private const OLD_S = 2 * 86_400;

	/**
	 * Returns the state; null if the service does not know its backups.
	 *
	 * @param string $last Time of the last good backup (ISO 8601), NONE, or an empty text.
	 * @param int    $now  Seconds since 1970.
	 */
	public static function state( string $last, int $now ): ?string {
		$time = strtotime( $last );
		return match ( true ) {
			self::NONE === $last         => self::NONE,
			false === $time              => null,
			$now - $time > self::OLD_S   => self::OLD,
			default                      => self::GOOD,
		};
	}
}
