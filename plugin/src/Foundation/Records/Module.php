<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Records;

use Largesse\DataNote;
use Largesse\Hook;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function hooks(): array {
		return array(
			new Hook( 'activate_{plugin}', array( Records::class, 'create_table' ) ),
			new Hook( 'wpmu_drop_tables', array( Records::class, 'drop_with_site' ) ),
			new Hook( 'largesse_registry_deleted', array( Records::class, 'delete_of_registry' ) ),
			// These two hooks run after features have removed the user from records about several people.
			new Hook( 'delete_user', array( Records::class, 'delete_of_user' ), 30 ),
			// On a network, WordPress can remove a user from a site without deleting the account.
			new Hook( 'remove_user_from_blog', array( Records::class, 'delete_of_user' ), 30 ),
		);
	}

	public static function stored(): StoredKeys {
		return new StoredKeys( records: array( Records::LOCK => new DataNote( 'a lock of a running process, for at most a minute' ) ) );
	}
}
