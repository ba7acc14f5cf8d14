<?php
declare( strict_types=1 );

namespace Largesse\Watching;

use Largesse\Format\WebAddress;
use Largesse\Records\Records;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\Store;
use Largesse\Registry\Wish;
use Largesse\Service\ApiError;
use Largesse\Service\Client;
use WP_Error;
use WP_Post;

/**
 * Checks once a week whether shops still sell the wishes (rules: The watch). An owner starts the watch
 * for a registry. WordPress's cron runs the watch in small steps. A site never checks two shops at the same
 * time. The service makes the requests and respects robots.txt. The watch ignores gifts. Otherwise, an owner could
 * conclude from a check whether a wish has a gift.
 */
final class ShopWatch {

	public const HOOK = 'largesse_watch';

	/** Seconds after which a run starts no further check. */
	private const SECONDS = 20;

	/** Transient between two runs. A run visits a shop at most once, so no shop gets two requests during this time. */
	public const PAUSED = 'largesse_watch_paused';

	/** Lifetimes of the transient PAUSED in seconds: after a run, and while the service cannot check. */
	private const PAUSE      = MINUTE_IN_SECONDS;
	private const LONG_PAUSE = HOUR_IN_SECONDS;

	/** Seconds until the next run if checks remain. A registry's next check is due after this time at the earliest. */
	private const NEXT = self::PAUSE + 5;

	/** Maximum number of registries per run. */
	private const BATCH = 20;

	public function __construct( private readonly Client $client, private readonly Store $store ) {}

	/** Adds a paragraph to the privacy policy. */
	public static function describe_privacy( array $paragraphs ): array {
		return $paragraphs + array( 'watch' => __( 'If you turn on the weekly check of shops for a registry, we visit the shop pages of its items. A shop sees that our service visits its page, but learns nothing about you.', 'largesse' ) );
	}

	/** Runs due checks until the time limit. Schedules another run if checks remain. */
	public function run(): void {
		Records::locked( 'watch', fn (): bool => false !== get_transient( self::PAUSED ) || $this->run_due_checks() );
	}

	/** Returns whether the service answers. */
	private function run_due_checks(): bool {
		$until = time() + self::SECONDS;
		$shops = array();
		foreach ( self::due( time() ) as $id ) {
			if ( time() >= $until ) {
				break;
			}
			if ( ! $this->check_registry( $id, $shops, $until ) ) {
				set_transient( self::PAUSED, 1, self::LONG_PAUSE );
				return false;
			}
		}
		if ( $shops ) {
			set_transient( self::PAUSED, 1, self::PAUSE );
		}
		if ( self::due( time() + self::NEXT ) ) {
			wp_schedule_single_event( time() + self::NEXT, self::HOOK, array( 'next' ) );
		}
		return true;
	}

	/** Checks due wishes, one of each shop (`$shops` are those of this run). Returns whether the service answers. */
	private function check_registry( int $registry_id, array &$shops, int $until ): bool {
		$registry = get_post( $registry_id );
		// Excludes drafts, the trash, and registries of past events.
		if ( ! $registry instanceof WP_Post || ! RegistryPostType::is_shared( $registry ) || RegistryMeta::is_past( $registry ) ) {
			ShopHints::schedule( $registry_id, array(), time() + WEEK_IN_SECONDS );
			return true;
		}
		$items = $this->store->in_background()->items->all( $registry_id );
		if ( is_wp_error( $items ) ) {
			return false;
		}
		$due = array( time() + WEEK_IN_SECONDS );
		foreach ( self::wishes( $registry_id, $items ) as $wish ) {
			if ( $wish['due'] > time() || isset( $shops[ $wish['shop'] ] ) || time() >= $until ) {
				$due[] = $wish['due'];
				continue;
			}
			$answer = $this->client->preview_check( $wish['url'] );
			if ( ! self::is_answer( $answer ) ) {
				// The next run begins with other registries, because this address may be the reason.
				ShopHints::schedule( $registry_id, array_column( $items, 'id' ), time() + self::NEXT );
				return false;
			}
			$shops[ $wish['shop'] ] = true;
			ShopHints::store( $registry_id, $wish['item'], is_array( $answer ) ? $answer : null );
		}
		// Check this registry again after NEXT seconds at the earliest, so that other registries come first.
		ShopHints::schedule( $registry_id, array_column( $items, 'id' ), max( time() + self::NEXT, min( $due ) ) );
		return true;
	}

	/** @return list<array{item: array<string, mixed>, url: string, shop: string, due: int}> Wishes with a shop, longest due first. */
	private static function wishes( int $registry_id, array $items ): array {
		$all    = ShopHints::all( $registry_id );
		$wishes = array();
		foreach ( $items as $item ) {
			$url  = WebAddress::of_shop( Wish::visible_address( $item ) );
			$shop = (string) preg_replace( '/^www\./', '', strtolower( (string) wp_parse_url( $url, PHP_URL_HOST ) ) );
			$seen = $all[ $item['id'] ] ?? null;
			$due  = null !== $seen && ShopFinding::is_valid( $item, $seen ) ? $seen['due'] : 0;
			if ( '' !== $shop ) {
				$wishes[] = compact( 'item', 'url', 'shop', 'due' );
			}
		}
		usort( $wishes, static fn ( array $one, array $other ) => $one['due'] <=> $other['due'] );
		return $wishes;
	}

	/** @return list<int> At most BATCH registries that are due by a Unix time, the longest waiting first. */
	private static function due( int $by ): array {
		return Records::due_registries( ShopHints::KIND, $by, self::BATCH );
	}

	/** Checks whether the service has checked an address, or has reported that the address cannot be checked. */
	private static function is_answer( mixed $answer ): bool {
		return $answer instanceof WP_Error
			? 422 === ApiError::status( $answer )
			: is_array( $answer ) && is_string( $answer['state'] ?? null );
	}
}
