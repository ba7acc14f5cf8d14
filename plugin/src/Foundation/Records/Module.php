<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Records;

use Largesse\DataNote;
use Largesse\Plugin;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function add_hooks(): void {
		register_activation_hook( Plugin::file(), array( Records::class, 'create_table' ) );
		add_filter( 'wpmu_drop_tables', array( Records::class, 'drop_with_site' ), 10, 2 );
		add_action( 'largesse_registry_deleted', array( Records::class, 'delete_of_registry' ) );
		// These two hooks run after features have removed the user from records about several people.
		add_action( 'delete_user', array( Records::class, 'delete_of_user' ), 30 );
		// On a network, WordPress can remove a user from a site without deleting the account.
		add_action( 'remove_user_from_blog', array( Records::class, 'delete_of_user' ), 30 );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			records: array( Records::LOCK => new DataNote( 'a lock of a running process, for at most a minute' ) )
		);
	}
}
