<?php
declare( strict_types=1 );

namespace Largesse\Operation\EventLog;

use Largesse\DataNote;
use Largesse\Hook;
use Largesse\People\Mail\Queue;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function hooks(): array {
		return array(
			new Hook( 'init', array( LogBeginning::class, 'store' ), when: 'is_without_theme' ),
			// Runs before mails are sent, because the mails depend on the log.
			new Hook( Queue::HOOK, array( LogFollower::class, 'follow' ), 5 ),
			new Hook( Queue::REGULAR, array( LogFollower::class, 'follow' ), 5 ),
			// Before LogFollower, which then reads the events of these changes in the same run.
			new Hook( Queue::HOOK, array( ChangeReports::class, 'report' ), 4 ),
			new Hook( Queue::REGULAR, array( ChangeReports::class, 'report' ), 4 ),
			new Hook( 'pre_post_update', array( ChangeReports::class, 'record_post' ) ),
			new Hook( 'before_delete_post', array( ChangeReports::class, 'record_post' ) ),
			new Hook( 'largesse_registry_created', array( ChangeReports::class, 'record_new' ) ),
			new Hook( 'add_post_meta', array( ChangeReports::class, 'record_added' ) ),
			new Hook( 'update_post_meta', array( ChangeReports::class, 'record_changed' ) ),
			new Hook( 'delete_post_meta', array( ChangeReports::class, 'record_changed' ) ),
		);
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
