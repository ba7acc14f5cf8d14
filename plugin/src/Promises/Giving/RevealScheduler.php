<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Registries\Registry\Appearances;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\RegistryStates;
use Largesse\Foundation\Service\Client;
use WP_Post;

/**
 * Reveals secret gifts to owners on the day of the reveal (rules: Surprise), before pages and answers use the items of
 * a registry, and every hour in WordPress's cron, which may be late or never run (architecture: Reads that write).
 *
 * A repeated reveal is harmless, so there is no lock. Each registry needs at least two attempts, because the first may
 * miss a gift that a guest is giving at the same time. Attempts continue until the day has begun in every time zone:
 * until then, a service that does not know the site's time zone may keep new gifts secret.
 */
final class RevealScheduler {

	public const HOOK = 'largesse_reveals';

	/** Name of the cron event that informs the service of a changed surprise level or day, if it did not answer before. */
	public const SHARED_HOOK = 'largesse_shared_surprise';

	/**
	 * Meta key with the state: DONE if no further reveal is needed, or the time of the next attempt (Unix, in seconds).
	 */
	public const STATE = '_largesse_reveal';
	private const DONE = 'done';

	/** Seconds between attempts. Otherwise, every visitor would wait for a service that does not answer. */
	private const PAUSE_S = 60;

	/** Timeouts in seconds of a request while a page is rendered, during the cron event, and about changed dates. */
	private const PAGE_TIMEOUT_S   = 3;
	private const EVENT_TIMEOUT_S  = 10;
	private const SHARED_TIMEOUT_S = 5;

	/** Seconds after which the event stops. A new event then does the remaining work. */
	private const EVENT_S = 20;

	/** Number of registries that one query reads. */
	private const BATCH = 50;

	/** Number of consecutive failures after which the event ends. */
	private const FAILURES = 3;

	/** @var array<int, true> Ids of the lists whose surprise level or day this request has changed, as keys. */
	private array $changed = array();

	public function __construct(
		private readonly Purchases $purchases,
		private readonly Client $client
	) {}

	/** Starts new attempts after changed dates or surprise levels, and informs the service at the end of the request. */
	public function reset_state( mixed $meta_id, mixed $registry_id, mixed $key ): void {
		if ( ! in_array( $key, Surprise::META, true ) ) {
			return;
		}
		delete_post_meta( (int) $registry_id, self::STATE );
		if ( RegistryPostType::is( get_post( (int) $registry_id ) ) ) {
			$this->changed[ (int) $registry_id ] = true;
			// This line may run several times, because WordPress adds the same callback only once.
			add_action( 'shutdown', array( $this, 'inform_of_changes' ), 100 );
		}
	}

	/** Informs the service of the changed lists. */
	public function inform_of_changes(): void {
		$changed       = array_keys( $this->changed );
		$this->changed = array();
		array_map( $this->inform( ... ), $changed );
	}

	/**
	 * Informs the service that the surprise level or the day of a list with shared items has changed (rules: Appearances).
	 * Until the service knows it, gifts through other lists follow the former state. Repeats a request for a shared item,
	 * which states the lists.
	 */
	public function inform( mixed $registry_id ): void {
		$registry = get_post( (int) $registry_id );
		$shared   = $registry instanceof WP_Post && $this->client->is_configured()
			? Appearances::of( $registry )[0] ?? null
			: null;
		if ( null === $shared ) {
			return;
		}
		$client = $this->client->with_timeout( self::SHARED_TIMEOUT_S );
		$item   = $client->get_item( $shared['items'][0] );
		if ( is_array( $item ) ) {
			$states = RegistryStates::of( $registry->ID, $shared['registry']->ID, $item['registry_id'] );
			$item   = $client->stating( $states )->add_appearance(
				$item['registry_id'] === $registry->ID ? $shared['registry']->ID : $registry->ID,
				$item['id']
			);
		}
		if ( is_wp_error( $item ) && ! wp_next_scheduled( self::SHARED_HOOK, array( $registry->ID ) ) ) {
			wp_schedule_single_event( time() + self::PAUSE_S, self::SHARED_HOOK, array( $registry->ID ) );
		}
	}

	/** Reveals a registry's gifts if the day of the reveal has come. Runs before pages use the registry's items. */
	public function reveal_before_read( mixed $registry_id ): void {
		$registry = get_post( (int) $registry_id );
		if ( $registry instanceof WP_Post ) {
			$this->reveal( $registry, self::PAGE_TIMEOUT_S );
		}
	}

	/** Reveals the gifts of due registries after this id. A run that takes too long schedules another for the rest. */
	public function reveal_due( mixed $after = 0 ): void {
		$after    = (int) $after;
		$end      = time() + self::EVENT_S;
		$failures = 0;
		do {
			$ids = self::candidates( $after );
			_prime_post_caches( $ids, false, true );
			foreach ( array_filter( array_map( 'get_post', $ids ) ) as $registry ) {
				$failures = $this->reveal( $registry, self::EVENT_TIMEOUT_S ) ? 0 : $failures + 1;
				$after    = $registry->ID;
				if ( self::FAILURES === $failures ) {
					return;
				}
				if ( time() >= $end ) {
					wp_schedule_single_event( time() + self::PAUSE_S, self::HOOK, array( $after ) );
					return;
				}
			}
		} while ( count( $ids ) === self::BATCH );
	}

	/** Reveals due gifts unless the last attempt is recent. False if it failed. @param int $seconds Timeout. */
	private function reveal( WP_Post $registry, int $seconds ): bool {
		$surprise = Surprise::of( $registry );
		$state    = (string) get_post_meta( $registry->ID, self::STATE, true );
		if (
			! $surprise->has_come() || self::DONE === $state || (int) $state > time() || ! $this->purchases->has_service()
		) {
			return true;
		}
		// Store the time of the next attempt before the call, so that other requests do not wait for the service, too.
		update_post_meta( $registry->ID, self::STATE, (string) ( time() + self::PAUSE_S ) );
		if ( is_wp_error( $this->purchases->with_timeout( $seconds )->reveal( $registry->ID, true ) ) ) {
			return false;
		}
		if ( '' !== $state && $surprise->has_come_everywhere() ) {
			update_post_meta( $registry->ID, self::STATE, self::DONE );
		}
		return true;
	}

	/**
	 * Returns the registries whose occasion or chosen day has come, because no reveal is before both. The caller checks
	 * each day.
	 *
	 * @return list<int> Ids after an id, ascending.
	 */
	private static function candidates( int $after ): array {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- WordPress would ask with a join for each condition.
		$ids = $wpdb->get_col(
			$wpdb->prepare(
				"SELECT DISTINCT p.ID FROM {$wpdb->posts} p JOIN {$wpdb->postmeta} d ON d.post_id = p.ID AND d.meta_key IN ( %s, %s ) LEFT JOIN {$wpdb->postmeta} s ON s.post_id = p.ID AND s.meta_key = %s AND s.meta_value = %s WHERE p.post_type = %s AND p.post_status NOT IN ( 'trash', 'auto-draft' ) AND p.ID > %d AND d.meta_value <> '' AND d.meta_value <= %s AND s.meta_id IS NULL ORDER BY p.ID LIMIT %d",
				RegistryMeta::EVENT_DATE,
				RegistryMeta::REVEAL_DATE,
				self::STATE,
				self::DONE,
				RegistryPostType::NAME,
				$after,
				(string) wp_date( 'Y-m-d' ),
				self::BATCH
			)
		);
		return array_map( 'intval', $ids );
	}
}
