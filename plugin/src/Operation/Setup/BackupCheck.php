<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\Foundation\Checks\CheckResult;
use Largesse\Foundation\Service\Client;

/** Checks the age of the last good backup of the service. */
final class BackupCheck {

	/** A backup is old after this many seconds: two nights. */
	private const OLD_S = 2 * DAY_IN_SECONDS;

	public function __construct( private readonly Client $client ) {}

	/** Returns null if the service does not know its backups: others may make them, such as a hosting company. */
	public function check(): ?CheckResult {
		$last = $this->client->last_backup();
		$time = 'none' === $last ? 0 : strtotime( $last );
		if ( '' === $last || false === $time ) {
			return null;
		}
		$description = __( 'If the service loses its data, a backup brings back all wishes and gifts until then.', 'largesse' );
		$remedy      = __( 'Ask the person who runs the service. On its machine, “npm run doctor” shows the folder of the backups, and “journalctl -u largesse-backup” the last error.', 'largesse' );
		if ( 0 === $time ) {
			return CheckResult::critical( __( 'The registry service has no good backup', 'largesse' ), $description, $remedy );
		}
		/* translators: %s: a length of time, for example "3 days". */
		$label = sprintf( __( 'The last good backup of the registry service is %s old', 'largesse' ), human_time_diff( $time ) );
		return time() - $time > self::OLD_S
			? CheckResult::critical( $label, $description, $remedy )
			: CheckResult::good( $label, $description );
	}
}
