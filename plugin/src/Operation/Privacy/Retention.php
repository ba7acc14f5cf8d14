<?php
declare( strict_types=1 );

namespace Largesse\Operation\Privacy;

use DateTimeImmutable;
use Largesse\Promises\Giving\GivingSettings;
use Largesse\Promises\Giving\Purchases;
use Largesse\Promises\Giving\Surprise;
use Largesse\Registries\Registry\DeletedRegistries;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\RegistryPostType;
use WP_Post;

/**
 * Erases the addresses and, later, the names of givers when their retention period is over. A pass over all registries
 * starts at most once a day. WordPress's cron calls `run()` every hour, and each run continues the current pass with
 * the next registries. A failed erasure is repeated in the next pass.
 *
 * Also erases data about givers after the deletion of a giver's account or of a registry, whose gifts the service then
 * deletes. The cron runs each of these erasures, and repeats a failed one every hour.
 */
final class Retention {

	public const HOOK = 'largesse_erase_old';

	/** Event of the cron. Its arguments are the kind of erasure, and the id of the user or registry. */
	public const AFTER_DELETION = 'largesse_erase_givers';

	/** Kinds of erasures after a deletion, as the service names them. */
	private const USER     = 'giver_user_id';
	private const REGISTRY = 'registry_id';

	/**
	 * Option with the day of the current pass, and the id of the registry that was checked last. The id is 0 if the
	 * pass has checked all registries.
	 */
	public const PROGRESS = 'largesse_retention';

	/** Maximum number of registries per run. */
	private const PER_RUN = 200;

	/** Seconds after which a run does not check another registry. */
	private const SECONDS = 20;

	/** Number of failures after which a run ends. */
	private const FAILURES = 2;

	public function __construct( private readonly Purchases $purchases, private readonly DeletedRegistries $deleted ) {}

	/** Checks the next registries, unless today's pass is finished. */
	public function run(): void {
		$progress = (array) get_option( self::PROGRESS, array() );
		$day      = $progress['day'] ?? '';
		$seen     = $progress['seen'] ?? 0;

		$today = (string) wp_date( 'Y-m-d' );
		if ( ! $this->purchases->has_service() || ( 0 === $seen && $day === $today ) ) {
			return;
		}
		$day      = 0 === $seen ? $today : $day;
		$until    = time() + self::SECONDS;
		$failures = 0;
		$ids      = self::registries_after( $seen );
		$is_last  = count( $ids ) < self::PER_RUN;
		foreach ( $ids as $id ) {
			if ( time() > $until || $failures >= self::FAILURES ) {
				$is_last = false;
				break;
			}
			$registry  = get_post( $id );
			$failures += $registry instanceof WP_Post && ! $this->erase_old( $registry ) ? 1 : 0;
			$seen      = $id;
		}
		$progress = array(
			'day'  => $day,
			'seen' => $is_last ? 0 : $seen,
		);
		update_option( self::PROGRESS, $progress, false );
	}

	/** Erases data whose retention period is over. Returns false if a request to the service failed. */
	private function erase_old( WP_Post $registry ): bool {
		$begin = RetentionPeriod::begin(
			Surprise::of( $registry )->day,
			(string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true )
		);
		// Erase the names first, because erasing names also erases the addresses.
		$kept = array(
			array( '-' . GivingSettings::number( GivingSettings::NAMES_KEPT ) . ' months', array() ),
			array( '-' . GivingSettings::number( GivingSettings::ADDRESSES_KEPT ) . ' days', array( 'only' => 'addresses' ) ),
		);
		foreach ( $kept as list( $time, $only ) ) {
			$first = ( new DateTimeImmutable( 'now', wp_timezone() ) )->modify( $time )->format( 'Y-m-d' );
			if ( ! RetentionPeriod::is_over( $begin, $first ) ) {
				continue;
			}
			$erased = $this->purchases->erase(
				$only + array(
					'registry_id' => $registry->ID,
					'before'      => $first,
				)
			);
			if ( is_wp_error( $erased ) ) {
				return false;
			}
			/**
			 * Fires after the site has erased data of old gifts, at most once a day for each registry, and again for
			 * the same gifts. Callbacks erase their own data about the givers.
			 *
			 * @param WP_Post $registry The registry.
			 * @param string  $before   Day, YYYY-MM-DD: only gifts made before this day.
			 * @param string  $what     `addresses`: only e-mail addresses; `names`: also names and messages.
			 */
			do_action( 'largesse_gifts_erased', $registry, $first, $only['only'] ?? 'names' );
		}
		return true;
	}

	/** @return list<int> Ids of the next registries to check, in any status, in ascending order. */
	private static function registries_after( int $id ): array {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- WordPress has no query for ids greater than another one.
		$ids = $wpdb->get_col( $wpdb->prepare( "SELECT ID FROM $wpdb->posts WHERE post_type = %s AND ID > %d ORDER BY ID LIMIT %d", RegistryPostType::NAME, $id, self::PER_RUN ) );
		return array_map( 'intval', $ids );
	}

	public function schedule_for_user( mixed $id ): void {
		$this->schedule( self::USER, (int) $id );
	}

	/** Schedules the erasure on each of the user's sites, before WordPress deletes the user from the network. */
	public function schedule_for_network_user( mixed $id ): void {
		foreach ( array_keys( get_blogs_of_user( (int) $id, true ) ) as $site ) {
			switch_to_blog( $site );
			$this->schedule( self::USER, (int) $id );
			restore_current_blog();
		}
	}

	public function schedule_for_registry( mixed $id, mixed $post ): void {
		if ( RegistryPostType::is( $post ) ) {
			// Later, because the registry's givers must still get a mail.
			$this->schedule( self::REGISTRY, (int) $id, HOUR_IN_SECONDS );
		}
	}

	/** Runs an erasure after a deletion. Does nothing if the user or the registry still exists. */
	public function erase_deleted( mixed $what, mixed $id ): void {
		$event    = array( (string) $what, (int) $id );
		$is_there = match ( $what ) {
			self::USER     => false !== get_userdata( (int) $id ),
			self::REGISTRY => RegistryPostType::is( get_post( (int) $id ) ),
			default        => true,
		};
		if ( $is_there ) {
			return;
		}
		// Schedule the retry first, because PHP may end before the service has answered.
		wp_schedule_single_event( time() + HOUR_IN_SECONDS, self::AFTER_DELETION, $event );
		// The site has already asked the service to delete the registry's data, but the service may not have answered.
		$done = self::REGISTRY === $what
			? $this->deleted->retire_items( (int) $id )
			: $this->purchases->erase( array( $what => (int) $id ) );
		if ( is_int( $done ) ) {
			wp_clear_scheduled_hook( self::AFTER_DELETION, $event );
		}
	}

	/** Schedules an erasure after a delay in seconds. A site without a service has nothing to erase. */
	private function schedule( string $what, int $id, int $delay = 0 ): void {
		if ( $this->purchases->has_service() ) {
			wp_schedule_single_event( time() + $delay, self::AFTER_DELETION, array( $what, $id ) );
		}
	}
}
