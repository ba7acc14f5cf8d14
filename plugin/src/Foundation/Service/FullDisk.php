<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Service;

/** Recognizes a full disk in the messages of databases. */
final class FullDisk {

	/** Texts of SQLite, and of MySQL and MariaDB: a full disk, a full table, and the error number of the system. */
	private const TEXTS = '/database or disk is full|disk (?:is )?full|the table \'.*\' is full|(?:errcode|errno): 28\b/i';

	/** Checks whether a message of a database names a full disk as the reason. */
	public static function is_in( string $message ): bool {
		return 1 === preg_match( self::TEXTS, $message );
	}
}
