<?php
declare( strict_types=1 );

namespace Largesse\Operation\EventLog;

use Largesse\DataNote;
use Largesse\Foundation\Http\Request;
use Largesse\Services;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function add_hooks(): void {
		if ( Request::is_without_theme() ) {
			add_action( 'init', array( LogBeginning::class, 'store' ) );
		}
		// Runs before mails are sent, because the mails depend on the log.
		add_action( 'largesse_send_mails', Services::callback( LogFollower::class, 'follow' ), 5 );
		add_action( 'largesse_find_mails', Services::callback( LogFollower::class, 'follow' ), 5 );
		// Before LogFollower, which then reads the events of these changes in the same run.
		add_action( 'largesse_send_mails', Services::callback( ChangeReports::class, 'report' ), 4 );
		add_action( 'largesse_find_mails', Services::callback( ChangeReports::class, 'report' ), 4 );
		add_action( 'pre_post_update', Services::callback( ChangeReports::class, 'record_post' ) );
		add_action( 'before_delete_post', Services::callback( ChangeReports::class, 'record_post' ) );
		add_action( 'largesse_registry_created', Services::callback( ChangeReports::class, 'record_new' ) );
		add_action( 'add_post_meta', Services::callback( ChangeReports::class, 'record_added' ), 10, 2 );
		add_action( 'update_post_meta', Services::callback( ChangeReports::class, 'record_changed' ), 10, 3 );
		add_action( 'delete_post_meta', Services::callback( ChangeReports::class, 'record_changed' ), 10, 3 );
	}

	public static function checks(): array {
		return array( 'event_log' => array( LogFollower::class, 'check', 'admin' ) );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			records: array(
				LogFollower::KIND   => new DataNote( 'position in the service’s log of events, for hooks' ),
				ChangeReports::KIND => new DataNote( 'which registries have changed since the service last read them' ),
			),
			options: array(
				LogBeginning::OPTION => new DataNote( 'time at which the site began to follow the service’s log of events' ),
			),
		);
	}
}
