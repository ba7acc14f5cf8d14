<?php
declare( strict_types=1 );

namespace Largesse\Watching;

use Largesse\Format\WebAddress;
use Largesse\Registry\Lock;
use Largesse\Registry\OwnAddress;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\Store;
use Largesse\Service\Client;
use Largesse\Service\Rules;
use WP_Error;
use WP_Post;

/**
 * Looks once a week whether the shops still have the wishes of registries whose owners want that, where the site does
 * it (rules: The watch). In WordPress's cron, in small steps, one shop after the other on the whole site, through the
 * service, which respects robots.txt. What is given plays no part in it: whether a wish is looked at would tell an
 * owner.
 */
final class Watch {

	/** Option that switches it on for the site: "1". */
	public const OPTION = 'largesse_watch_shops';

	/** Event of the cron. */
	public const HOOK = 'largesse_watch';

	/** Seconds after which a run asks no other shop, and after which it goes on. */
	private const SECONDS = 20;
	private const NEXT    = MINUTE_IN_SECONDS;

	/** Transient that says that the service does not look at the moment, and its seconds. */
	private const PAUSED = 'largesse_watch_paused';
	private const PAUSE  = HOUR_IN_SECONDS;

	/** How many registries a run reads at most. */
	private const BATCH = 20;

	public function __construct( private readonly Client $client, private readonly Store $store ) {}

	/** Checks whether the site watches shops for those who want it. */
	public static function is_on(): bool {
		return '1' === get_option( self::OPTION, '' );
	}

	/** Lets the cron come every hour where the site watches shops; otherwise never, and what was seen is forgotten. */
	public function schedule(): void {
		$is_scheduled = false !== wp_next_scheduled( self::HOOK );
		if ( self::is_on() === $is_scheduled ) {
			return;
		}
		if ( ! $is_scheduled ) {
			wp_schedule_event( time(), 'hourly', self::HOOK );
			return;
		}
		wp_unschedule_hook( self::HOOK );
		delete_post_meta_by_key( ShopHints::META );
		delete_option( AskedShops::OPTION );
	}

	/** Looks at what is due for as long as a run may last. */
	public function run(): void {
		if ( ! self::is_on() || false !== get_transient( self::PAUSED ) ) {
			return;
		}
		if ( true === Lock::hold( 'watch', fn (): bool => $this->look() ) ) {
			wp_schedule_single_event( time() + self::NEXT, self::HOOK, array( 'next' ) );
		}
	}

	/** Looks at what is due; tells whether there will be more in the next run. */
	private function look(): bool {
		$until = time() + self::SECONDS;
		$shops = new AskedShops();
		foreach ( self::due( time() ) as $id ) {
			if ( time() >= $until || ! $shops->has_room() ) {
				break;
			}
			if ( ! $this->look_at( $id, $shops, $until ) ) {
				set_transient( self::PAUSED, 1, self::PAUSE );
				break;
			}
		}
		$shops->save();
		return $shops->has_room() && false === get_transient( self::PAUSED ) && array() !== self::due( time() + self::NEXT );
	}

	/**
	 * Looks at the wishes of a registry that are due, each shop once; tells whether the service answers.
	 *
	 * @param int $until When it begins no other (Unix, in seconds).
	 */
	private function look_at( int $registry_id, AskedShops $shops, int $until ): bool {
		$registry = get_post( $registry_id );
		if ( ! $registry instanceof WP_Post || ! self::is_looked_at( $registry ) ) {
			ShopHints::keep( $registry_id, array(), array(), time() + WEEK_IN_SECONDS );
			return true;
		}
		$items = $this->store->uncached()->items->all( $registry_id );
		if ( is_wp_error( $items ) ) {
			return false;
		}
		$wishes  = self::wishes( $registry_id, $items );
		$seen    = array();
		$is_well = true;
		foreach ( $wishes as $id => $wish ) {
			if ( $wish['due'] > time() || $shops->until( $wish['shop'] ) > 0 ) {
				continue;
			}
			if ( time() >= $until || ! $shops->has_room() ) {
				break;
			}
			$answer  = $this->client->preview_check( $wish['url'] );
			$is_well = self::is_answer( $answer );
			if ( ! $is_well ) {
				break;
			}
			$is_known = is_array( $answer ) && 'unknown' !== $answer['state'];
			$shops->note( $wish['shop'], $is_known );
			$seen[ $id ]          = ShopHints::seen( $wish['item'], $wish['seen'], is_array( $answer ) ? $answer : null, time() + WEEK_IN_SECONDS );
			$wishes[ $id ]['due'] = $seen[ $id ]['due'];
		}
		// Never at once: first come the registries that have waited longer.
		$next = array_map( static fn ( array $wish ) => max( $wish['due'], $shops->until( $wish['shop'] ) ), $wishes );
		ShopHints::keep( $registry_id, $seen, array_column( $items, 'id' ), max( time() + self::NEXT, min( array( time() + WEEK_IN_SECONDS, ...array_values( $next ) ) ) ) );
		return $is_well;
	}

	/**
	 * Lists the wishes of a registry that have a shop, those first that have waited longest.
	 *
	 * @param list<array<string, mixed>> $items All wishes.
	 * @return array<int, array{item: array<string, mixed>, url: string, shop: string, due: int, seen: array<string, mixed>|null}> By id.
	 */
	private static function wishes( int $registry_id, array $items ): array {
		$all    = ShopHints::all( $registry_id );
		$wishes = array();
		foreach ( $items as $item ) {
			$url  = OwnAddress::is( $item ) ? '' : WebAddress::of_shop( (string) ( $item['url'] ?? '' ) );
			$shop = AskedShops::shop( $url );
			if ( '' === $shop ) {
				continue;
			}
			$seen    = $all[ $item['id'] ] ?? null;
			$is_same = null !== $seen && ShopHints::fingerprint( $item ) === $seen['of'];

			$wishes[ $item['id'] ] = array(
				'item' => $item,
				'url'  => $url,
				'shop' => $shop,
				'due'  => $is_same ? $seen['due'] : 0,
				'seen' => $seen,
			);
		}
		uasort( $wishes, static fn ( array $one, array $other ) => $one['due'] <=> $other['due'] );
		return $wishes;
	}

	/** Checks whether a registry is looked at: not one that is a draft, in the trash, or kept as past. */
	private static function is_looked_at( WP_Post $registry ): bool {
		return RegistryPostType::is( $registry ) && in_array( $registry->post_status, Rules::REGISTRY_STATUSES, true ) && ! RegistryMeta::is_past( $registry );
	}

	/**
	 * Lists the registries that are to be looked at by a moment, those first that have waited longest.
	 *
	 * @param int $by The moment (Unix, in seconds).
	 * @return list<int> Their ids.
	 */
	private static function due( int $by ): array {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- In the cron alone; WordPress would load whole posts.
		$ids = $wpdb->get_col( $wpdb->prepare( "SELECT post_id FROM {$wpdb->postmeta} WHERE meta_key = %s AND CAST( meta_value AS UNSIGNED ) <= %d ORDER BY CAST( meta_value AS UNSIGNED ), post_id LIMIT %d", RegistryMeta::WATCHED, $by, self::BATCH ) );
		return array_map( 'intval', $ids );
	}

	/**
	 * Checks whether the service has looked, or said that nobody can look at this address.
	 *
	 * @param mixed $answer What the client gave.
	 */
	private static function is_answer( mixed $answer ): bool {
		return $answer instanceof WP_Error
			? 422 === (int) ( $answer->get_error_data()['status'] ?? 0 )
			: is_array( $answer ) && is_string( $answer['state'] ?? null );
	}
}
