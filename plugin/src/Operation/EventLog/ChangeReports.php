<?php
declare( strict_types=1 );

namespace Largesse\Operation\EventLog;

use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use Largesse\Foundation\Service\Client;
use Largesse\Promises\Giving\Surprise;
use Largesse\Registries\Registry\DeletedRegistries;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\RegistryPostType;
use WP_Post;

/**
 * Makes the service notice changes of registries on this site, no matter which code makes them: in WordPress's cron, it
 * lets the service read each changed registry, and the service compares it with what it knows (architecture: Changes on
 * the host). A record is stored before the change, and deleted after the report. So neither a crash nor a failure of
 * the service loses a report.
 */
final class ChangeReports {

	/** Kind of the records. The key is the id of a registry, the time is when to report the change. */
	public const KIND = 'changed_registry';

	/** Meta keys that the API returns. */
	private const META = array(
		RegistryMeta::ITEM_IDS,
		...RegistryMeta::PEOPLE,
		RegistryMeta::EVENT_TYPE,
		...Surprise::META,
	);

	/** Seconds between the record and its report. Until then, the change has ended. */
	private const DELAY_S = MINUTE_IN_SECONDS;

	/** Seconds: timeout of a request, and time after which a run leaves the remaining reports to the next run. */
	private const TIMEOUT_S = 5;
	private const RUN_S     = 20;

	/** Number of records that a run reads at a time. */
	private const AT_ONCE = 50;

	/** @var array<string, true> Registries that this request has recorded, as `site/registry`. */
	private array $recorded = array();

	public function __construct(
		private readonly Client $client,
		private readonly DeletedRegistries $deleted
	) {}

	/** Records a registry before WordPress changes or deletes its post. */
	public function record_post( mixed $id ): void {
		$this->record( (int) $id );
	}

	/** Records a new registry. */
	public function record_new( WP_Post $registry ): void {
		$this->record( $registry->ID );
	}

	/** Records a registry before WordPress adds a meta value. */
	public function record_added( mixed $id, mixed $key ): void {
		$this->record_meta( $id, $key );
	}

	/** Records a registry before WordPress changes or deletes meta values. @param mixed $meta_ids Ids of the rows. */
	public function record_changed( mixed $meta_ids, mixed $id, mixed $key ): void {
		$this->record_meta( $id, $key );
	}

	private function record_meta( mixed $id, mixed $key ): void {
		if ( in_array( $key, self::META, true ) ) {
			$this->record( (int) $id );
		}
	}

	private function record( int $id ): void {
		$name = get_current_blog_id() . "/{$id}";
		if (
			isset( $this->recorded[ $name ] ) || ! RegistryPostType::is( get_post( $id ) ) || ! $this->client->is_configured()
		) {
			return;
		}
		$this->recorded[ $name ] = true;
		Records::change( self::KIND, $id, static fn ( Record $now ): Record => $now->with( time: time() + self::DELAY_S ) );
	}

	/** Reports the recorded changes, the oldest first. After a failure, the next run continues. */
	public function report(): void {
		$until  = time() + self::RUN_S;
		$client = $this->client->with_timeout( self::TIMEOUT_S );
		do {
			$due = Records::due( self::KIND, time(), self::AT_ONCE );
			foreach ( $due as $record ) {
				$id     = (int) $record->key;
				$answer = RegistryPostType::is( get_post( $id ) )
					? $client->get_registry( $id )
					: $this->deleted->retire_items( $id );
				if ( is_wp_error( $answer ) || time() >= $until ) {
					return;
				}
				// Keeps a record that was renewed in the meantime, because of another change.
				Records::replace( $record, null );
			}
		} while ( $due );
	}
}
