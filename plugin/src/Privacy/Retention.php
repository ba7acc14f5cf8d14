<?php
declare( strict_types=1 );

namespace Largesse\Privacy;

use DateTimeImmutable;
use Largesse\Giving\GivingSettings;
use Largesse\Giving\Purchases;
use Largesse\Giving\Surprise;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryPostType;
use WP_Post;

/**
 * Erases the addresses and, later, the names of givers when their retention period is over. A pass over all registries
 * starts at most once a day. WordPress's cron calls `run()` every hour, and each run continues the current pass with
 * the next registries. A failed erasure is repeated in the next pass.
 */
final class Retention {

	public const HOOK = 'largesse_erase_old';

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

	public function __construct( private readonly Purchases $purchases ) {}

	/** Checks the next registries, unless today's pass is finished. */
	public function run(): void {
		$today                                 = (string) wp_date( 'Y-m-d' );
		list( 'day' => $day, 'seen' => $seen ) = self::progress();
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
		update_option(
			self::PROGRESS,
			array(
				'day'  => $day,
				'seen' => $is_last ? 0 : $seen,
			),
			false
		);
	}

	/** Erases data whose retention period is over. Returns false if a request to the service failed. */
	private function erase_old( WP_Post $registry ): bool {
		$begin = RetentionPeriod::begin( Surprise::of( $registry )->day, (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true ) );
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

	/** @return array{day: string, seen: int} */
	private static function progress(): array {
		$progress = get_option( self::PROGRESS );
		return array(
			'day'  => is_array( $progress ) ? (string) ( $progress['day'] ?? '' ) : '',
			'seen' => is_array( $progress ) ? (int) ( $progress['seen'] ?? 0 ) : 0,
		);
	}

	/** @return list<int> Ids of the next registries to check, in any status, in ascending order. */
	private static function registries_after( int $id ): array {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- WordPress has no query for ids greater than another one.
		$ids = $wpdb->get_col( $wpdb->prepare( "SELECT ID FROM $wpdb->posts WHERE post_type = %s AND ID > %d ORDER BY ID LIMIT %d", RegistryPostType::NAME, $id, self::PER_RUN ) );
		return array_map( 'intval', $ids );
	}
}
