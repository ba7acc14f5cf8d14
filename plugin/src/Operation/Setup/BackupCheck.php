<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\Foundation\Checks\CheckResult;
use Largesse\Foundation\Service\Client;
use Largesse\Registries\Registry\RegistryPostType;

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
		/**
		 * Filters the sentence of Site Health that says what to do if the backups of the service are old or missing.
		 *
		 * @param string $remedy The sentence, as plain text.
		 */
		$remedy = (string) apply_filters( 'largesse_backup_remedy', __( 'Ask the person who runs the service. On its machine, “npm run doctor” shows the folder of the backups, and “journalctl -u largesse-backup” the last error.', 'largesse' ) );
		if ( 'none' === $state ) {
			$label = __( 'The registry service has no good backup', 'largesse' );
			return self::had_time()
				? CheckResult::critical( $label, $description, $remedy )
				: CheckResult::recommended( $label, $description, $remedy );
		}
		/* translators: %s: a length of time, for example "3 days". */
		$label = sprintf( __( 'The last good backup of the registry service is %s old', 'largesse' ), human_time_diff( (int) strtotime( $time ) ) );
		return 'old' === $state
			? CheckResult::critical( $label, $description, $remedy )
			: CheckResult::good( $label, $description );
	}

	/** Returns whether a nightly backup should have saved a registry: after two nights, as for an old backup. */
	private static function had_time(): bool {
		$old = array(
			'post_type'   => RegistryPostType::NAME,
			'post_status' => array_diff( array_keys( get_post_stati() ), array( 'auto-draft' ) ),
			'numberposts' => 1,
			'fields'      => 'ids',
			'date_query'  => array( array( 'before' => '2 days ago' ) ),
		);
		return array() !== get_posts( $old );
	}
}
