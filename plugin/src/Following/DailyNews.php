<?php
declare( strict_types=1 );

namespace Largesse\Following;

use WP_Post;

/**
 * Looks at each followed registry once a day, and queues mails about new wishes (rules: Following). If the service
 * fails, the mails of the next day contain the missed wishes.
 */
final class DailyNews {

	/** Event of WordPress's cron. */
	public const HOOK = 'largesse_daily_news';

	/** Number of registries that one query reads. */
	private const BATCH = 50;

	/** Number of failures in a row after which a run ends. */
	private const FAILURES = 3;

	/** Seconds after which a run ends. */
	private const RUN = 20;

	/** Seconds until the next run, after a run that reached its time limit. */
	private const PAUSE = 60;

	/** Seconds until the next run, after a run that ended because of failures. */
	private const WAIT = 600;

	public function __construct(
		private readonly NewWishes $wishes,
		private readonly FollowMailSender $mails
	) {}

	/**
	 * Looks at all followed registries. If the time limit or the maximum number of failures is reached, schedules
	 * another run for the remaining registries.
	 *
	 * @param mixed $after Id of a record of followers; only registries with later records are read.
	 */
	public function run( mixed $after = 0 ): void {
		$after    = (int) $after;
		$end      = time() + self::RUN;
		$failures = 0;
		do {
			$ids = Followers::registries( $after, self::BATCH );
			foreach ( $ids as $record => $id ) {
				$failures = $this->look( $id ) ? 0 : $failures + 1;
				$after    = $record;
				if ( self::FAILURES === $failures || time() >= $end ) {
					wp_schedule_single_event( time() + ( self::FAILURES === $failures ? self::WAIT : self::PAUSE ), self::HOOK, array( $after ) );
					return;
				}
			}
		} while ( count( $ids ) === self::BATCH );
	}

	/**
	 * Queues the mails about a registry, and removes followers who may no longer see it. Returns false if the service
	 * failed.
	 */
	private function look( int $id ): bool {
		$registry = get_post( $id );
		if ( ! $registry instanceof WP_Post ) {
			return true;
		}
		$is_away = FollowerAccess::may_return( $registry );
		// Also removes followers who did not confirm in time, because remove() never stores expired followers.
		Followers::remove( $id, static fn ( Follower $one ): bool => ! $is_away && ! FollowerAccess::may_see( $registry, $one ) );
		if ( $is_away ) {
			return true;
		}
		$followers = array_filter( Followers::of( $id ), static fn ( Follower $one ): bool => $one->may_be_mailed( time() ) );
		$wishes    = array() === $followers ? array() : $this->wishes->all( $registry, is_look: true );
		if ( is_wp_error( $wishes ) ) {
			return false;
		}
		$newest = array() === $wishes ? '' : $wishes[0]['new'];
		foreach ( $followers as $follower ) {
			if ( strcmp( $newest, $follower->counted ) > 0 ) {
				$this->mails->queue_news( $follower );
			}
		}
		return true;
	}
}
