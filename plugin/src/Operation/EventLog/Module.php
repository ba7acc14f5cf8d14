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
		);
	}

	public static function checks(): array {
		return array( 'event_log' => array( LogFollower::class, 'check', 'admin' ) );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			records: array( LogFollower::KIND => new DataNote( 'position in the service’s log of events, for hooks' ) ),
			options: array(
				LogBeginning::OPTION => new DataNote( 'time at which the site began to follow the service’s log of events' ),
			),
		);
	}
}
