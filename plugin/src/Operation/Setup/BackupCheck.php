<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\Foundation\Checks\CheckResult;
use Largesse\Foundation\Service\Client;

/** Reports how the service rates its last good backup. */
final class BackupCheck {

	public function __construct( private readonly Client $client ) {}

	/** Returns null if the service does not know its backups: others may make them, such as a hosting company. */
	public function check(): ?CheckResult {
		list( $state, $time ) = explode( ' ', $this->client->last_backup() . ' ' );
		if ( ! in_array( $state, array( 'none', 'old', 'good' ), true ) ) {
			return null;
		}
		$description = __( 'If the service loses its data, a backup brings back all wishes and gifts until then.', 'largesse' );
		$remedy      = __( 'Ask the person who runs the service. On its machine, “npm run doctor” shows the folder of the backups, and “journalctl -u largesse-backup” the last error.', 'largesse' );
		if ( 'none' === $state ) {
			return CheckResult::critical( __( 'The registry service has no good backup', 'largesse' ), $description, $remedy );
		}
		/* translators: %s: a length of time, for example "3 days". */
		$label = sprintf( __( 'The last good backup of the registry service is %s old', 'largesse' ), human_time_diff( (int) strtotime( $time ) ) );
		return 'old' === $state
			? CheckResult::critical( $label, $description, $remedy )
			: CheckResult::good( $label, $description );
	}
}
