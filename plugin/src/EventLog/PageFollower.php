<?php
declare( strict_types=1 );

namespace Largesse\EventLog;

use Largesse\Registry\RegistryPostType;
use Largesse\Registry\Store;
use WP_Error;

/**
 * Clears the cached items and pages of a registry after a change through the API. Reads the log before a page uses
 * cached items. WordPress's cron also reads the log, because a page cache may serve pages without running this code.
 *
 * For recipients of gifts, this class reads only events that recipients may see. So the service's answers, the stored
 * position and a page's work are the same with and without secret gifts (rules: Surprise). Repeating the work does no
 * harm, so there is no lock, and the position is stored after the work.
 */
final class PageFollower {

	/** Option with the position in the log: an array of `cursor`, `moved_at` and `paused_until`. */
	public const POSITION = 'largesse_event_log_pages';

	/** Timeout in seconds for reading the log while a page is rendered. */
	private const TIMEOUT_S = 2;

	/** Timeout of the cron's request, in seconds. */
	private const CRON_TIMEOUT_S = 5;

	/** Seconds for which pages do not read the log after a failure. */
	private const PAUSE_S = 10;

	/**
	 * For each site whose log this request has read: whether data that this request loaded may be outdated, by the
	 * site's id. This is true if another request has moved the position since this request began.
	 *
	 * @var array<int, bool>
	 */
	private array $read = array();

	public function __construct( private readonly EventFeed $feed, private readonly Store $store ) {}

	/**
	 * Checks whether a page may use cached items. For givers' items, returns false if the registry has had an event
	 * since the cron last read the log. For public items, reads the log and clears outdated caches, and then returns
	 * true.
	 *
	 * @param mixed $is_current Whether the cached items may be used, according to earlier callbacks.
	 */
	public function check_cached_items( mixed $is_current, mixed $registry_id, mixed $for_givers ): mixed {
		if ( true !== $is_current || ! $this->feed->has_service() ) {
			return $is_current;
		}
		$position = self::position();
		$cursor   = $for_givers ? LogFollower::cursor() : '';
		if ( '' !== $cursor ) {
			return $position['paused_until'] > time() || $this->is_unchanged( (int) $registry_id, $cursor );
		}
		$site = get_current_blog_id();
		if ( ! isset( $this->read[ $site ] ) ) {
			$this->read[ $site ] = $position['moved_at'] >= (float) ( $_SERVER['REQUEST_TIME_FLOAT'] ?? 0 );
			if ( $position['paused_until'] <= time() ) {
				self::pause_after( $this->follow( $position['cursor'], self::TIMEOUT_S ) );
			}
		}
		if ( $this->read[ $site ] ) {
			wp_cache_delete( (int) $registry_id, 'post_meta' );
			wp_cache_delete( 'alloptions', 'options' );
		}
		return true;
	}

	/** Reads the log in WordPress's cron. */
	public function follow_in_cron(): void {
		$this->follow( self::position()['cursor'], self::CRON_TIMEOUT_S );
	}

	/**
	 * Clears the caches of registries with events after a cursor.
	 *
	 * @param int $timeout Timeout of a request in seconds.
	 * @return WP_Error|null Null on success.
	 */
	private function follow( string $cursor, int $timeout ): ?WP_Error {
		$page = '' === $cursor ? null : $this->feed->read( EventFeed::FOR_OWNERS + self::after( $cursor ), $timeout );
		if ( null === $page || ( is_wp_error( $page ) ? EventFeed::is_unusable_cursor( $page ) : count( $page['events'] ) === EventFeed::MAX_EVENTS ) ) {
			$page = $this->feed->read( EventFeed::FOR_OWNERS + self::after( 'now' ), $timeout );
			if ( ! is_wp_error( $page ) ) {
				$this->store->items->clear_all_caches();
				self::move( $page['next_cursor'] );
				return null;
			}
		}
		if ( is_wp_error( $page ) ) {
			return $page;
		}
		foreach ( array_unique( array_column( $page['events'], 'registry_id' ) ) as $registry_id ) {
			if ( RegistryPostType::is( get_post( $registry_id ) ) ) {
				$this->store->items->clear_cache( $registry_id, true );
			}
		}
		if ( array() !== $page['events'] ) {
			self::move( $page['next_cursor'] );
		}
		return null;
	}

	/**
	 * Checks whether a registry has had no event since the cron last read the log. Includes events of secret gifts,
	 * because the cached items for givers include secret gifts. Recipients never read these items. If the service
	 * fails, returns true, and pages send no request for some seconds.
	 */
	private function is_unchanged( int $registry_id, string $cursor ): bool {
		$page = $this->feed->read( self::after( $cursor ), self::TIMEOUT_S );
		if ( ! is_wp_error( $page ) ) {
			return count( $page['events'] ) < EventFeed::MAX_EVENTS && ! in_array( $registry_id, array_column( $page['events'], 'registry_id' ), true );
		}
		if ( EventFeed::is_unusable_cursor( $page ) ) {
			return false;
		}
		self::pause_after( $page );
		return true;
	}

	/** If reading the log has failed, prevents pages from reading it again for PAUSE_S seconds. */
	private static function pause_after( ?WP_Error $failure ): void {
		if ( null !== $failure ) {
			update_option( self::POSITION, array( 'paused_until' => time() + self::PAUSE_S ) + self::position(), false );
		}
	}

	/** @return array{cursor: string, moved_at: float, paused_until: int} */
	private static function position(): array {
		$stored = get_option( self::POSITION );
		return ( is_array( $stored ) ? $stored : array() ) + array(
			'cursor'       => '',
			'moved_at'     => 0.0,
			'paused_until' => 0,
		);
	}

	private static function move( string $cursor ): void {
		$position = array(
			'cursor'   => $cursor,
			'moved_at' => microtime( true ),
		);
		update_option( self::POSITION, $position + self::position(), false );
	}

	/**
	 * Returns the parameters that request the events after a cursor.
	 *
	 * @return array<string, mixed>
	 */
	private static function after( string $cursor ): array {
		return array(
			'after' => $cursor,
			'limit' => EventFeed::MAX_EVENTS,
		);
	}
}
