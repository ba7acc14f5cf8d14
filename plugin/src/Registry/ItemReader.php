<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Closure;
use Largesse\Service\ApiError;
use Largesse\Service\Client;
use Largesse\Service\Rules;
use Largesse\Service\Settings;
use WP_Error;

/**
 * Reads the active items of registries from the API, ordered by id, and caches them for some seconds. Each registry has
 * a mark, which is a random text. A cache entry contains the mark that the registry had before the items were fetched.
 * The entry is valid only while the registry has this mark. A change sets a new mark, so that items that were fetched
 * before the change are no longer used. Failures are cached, too. Otherwise, every visitor would wait for the API.
 *
 * There are two caches. The cache for public pages does not depend on secret gifts; otherwise, an owner could notice a
 * secret gift on a public page (rules: Surprise). The numbers in the cache for givers take secret gifts into account.
 * Recipients of gifts read neither cache.
 */
final class ItemReader {

	/** Meta key of the registry's mark. WordPress loads this meta together with the registry, without another query. */
	public const MARK = '_largesse_items_changed';

	/**
	 * Option with a mark for all registries. WordPress loads this option together with others, without another query.
	 */
	public const SITE_MARK = 'largesse_items_mark';

	/** Prefix of the transients. */
	public const PREFIX = 'largesse_items_';

	/**
	 * Last answer of the API during this request. Its numbers take secret gifts into account.
	 *
	 * @var array{id: int, mark: string, items: list<array<string, mixed>>|WP_Error}|null
	 */
	private ?array $last = null;

	/** Whether a read first reveals gifts. */
	private bool $may_reveal = true;

	/** @param Settings|null $settings Settings with the lifetime of the cache; null to cache only for this request. */
	public function __construct(
		private readonly Client $client,
		private readonly ?Settings $settings
	) {}

	/**
	 * Returns the items of a registry for public pages: Store::REMAINING ignores secret gifts. Sends one request for
	 * each thousand items.
	 *
	 * @param bool $may_be_old Whether to accept cached items; must be false for recipients.
	 * @return list<array<string, mixed>>|WP_Error
	 */
	public function read( int $registry_id, bool $may_be_old ): array|WP_Error {
		return $this->cached( $registry_id, false, $may_be_old, self::without_secrets( ... ) );
	}

	/**
	 * Returns the items of a registry for givers: Store::REMAINING takes secret gifts into account.
	 *
	 * @return list<array<string, mixed>>|WP_Error
	 */
	public function read_for_givers( int $registry_id ): array|WP_Error {
		return $this->cached( $registry_id, true, true, static fn ( array|WP_Error $items ) => $items );
	}

	/**
	 * Returns cached items, or fetches and caches them.
	 *
	 * @param bool                                                                         $for_givers Whether the numbers take secret gifts into account.
	 * @param bool                                                                         $may_be_old Whether cached items are accepted.
	 * @param callable(list<array<string, mixed>>|WP_Error): (list<array<string, mixed>>|WP_Error) $form Converts the API's answer before it is cached and returned.
	 * @return list<array<string, mixed>>|WP_Error
	 */
	private function cached( int $registry_id, bool $for_givers, bool $may_be_old, callable $form ): array|WP_Error {
		$this->fire_before_read( $registry_id );
		$of_registry = self::version_mark( $registry_id );
		if ( null !== $this->last && $registry_id === $this->last['id'] && $of_registry === $this->last['mark'] ) {
			return $form( $this->last['items'] );
		}
		$seconds = $may_be_old ? $this->settings?->cache_seconds() ?? 0 : 0;
		$name    = $for_givers ? self::for_givers( $registry_id ) : self::PREFIX . $registry_id;
		$known   = $seconds > 0 ? get_transient( $name ) : false;
		$is_same = static fn (): bool => is_array( $known ) && self::mark( $registry_id, $for_givers ) === $known['mark'];
		if ( $is_same() && self::is_current( $registry_id, $for_givers, $known['items'] ) && $is_same() ) {
			return $known['items'];
		}
		// Read the mark again: callbacks of the filter largesse_use_cached_items may have found a change and set a new
		// mark.
		$of_registry = self::version_mark( $registry_id );
		$mark        = self::mark( $registry_id, $for_givers );
		$answer      = $this->fetch( $registry_id );
		$this->cache_for_request( $registry_id, $answer, $of_registry );
		$items = $form( $answer );
		if ( $seconds > 0 ) {
			set_transient( $name, compact( 'mark', 'items' ), $seconds );
		}
		return $items;
	}

	/**
	 * Fetches items, without a cache, and stores them for the rest of this request.
	 *
	 * @return list<array<string, mixed>>|WP_Error
	 */
	public function fetch_for_request( int $registry_id ): array|WP_Error {
		$this->fire_before_read( $registry_id );
		$items = $this->fetch( $registry_id );
		if ( ! is_wp_error( $items ) ) {
			$this->cache_for_request( $registry_id, $items );
		}
		return $items;
	}

	/**
	 * Runs a function whose reads reveal no gifts, even on the day of the reveal.
	 *
	 * @param Closure(): array<string, mixed> $read The function.
	 * @return array<string, mixed> The result of the function.
	 */
	public function without_reveal( Closure $read ): array {
		$this->may_reveal = false;
		try {
			return $read();
		} finally {
			$this->may_reveal = true;
		}
	}

	/** Fires the action, except for mails, commands, privacy tools and cron jobs, which read items without a cache. */
	private function fire_before_read( int $registry_id ): void {
		if ( null === $this->settings || ! $this->may_reveal ) {
			return;
		}
		/**
		 * Fires before a page or an answer uses the items of a registry, from the service or from a cache. Callbacks may
		 * change the items, and clear caches. On the day of the reveal, the plugin reveals the secret gifts here.
		 *
		 * @param int $registry_id Id of the registry.
		 */
		do_action( 'largesse_before_items_read', $registry_id );
	}

	/**
	 * Returns whether cached items may be used. A cached failure is always used, because the last request was only
	 * seconds ago.
	 *
	 * @param list<array<string, mixed>>|WP_Error $items The cached items.
	 */
	private static function is_current( int $registry_id, bool $for_givers, array|WP_Error $items ): bool {
		/**
		 * Filters whether the cached items of a registry may be used. Callbacks may also clear the cache. If
		 * `$for_givers` is false, callbacks must not depend on secret gifts (rules: Surprise).
		 *
		 * @param bool $is_current  True by default.
		 * @param int  $registry_id Id of the registry.
		 * @param bool $for_givers  True if the cached items are for givers. Their numbers then include secret gifts.
		 */
		return is_wp_error( $items ) || true === apply_filters( 'largesse_use_cached_items', true, $registry_id, $for_givers );
	}

	/**
	 * Stores items for the rest of this request.
	 *
	 * @param list<array<string, mixed>>|WP_Error $items The items, or the error.
	 * @param string|null                         $mark  The registry's mark at the time of the request; null for the current mark.
	 */
	public function cache_for_request( int $registry_id, array|WP_Error $items, ?string $mark = null ): void {
		$this->last = array(
			'id'    => $registry_id,
			'mark'  => $mark ?? self::version_mark( $registry_id ),
			'items' => $items,
		);
	}

	/**
	 * Returns the names of the options that contain a registry's cached items. Callers can then load several options at
	 * once.
	 *
	 * @param bool $for_givers Whether to return the options for givers.
	 * @return list<string>
	 */
	public static function options( int $registry_id, bool $for_givers ): array {
		$transients = $for_givers ? array( self::for_givers( $registry_id ), self::givers_mark( $registry_id ) ) : array( self::PREFIX . $registry_id );
		$names      = static fn ( string $name ) => array( "_transient_{$name}", "_transient_timeout_{$name}" );
		return wp_using_ext_object_cache() ? array() : array_merge( ...array_map( $names, $transients ) );
	}

	/** Clears all cached items of a registry. Call this method after every change that the owner may notice. */
	public function clear_cache( int $registry_id ): void {
		$this->last = null;
		// Change the meta even if no items are cached, so that page caches also notice the change.
		if ( RegistryPostType::is( get_post( $registry_id ) ) ) {
			update_post_meta( $registry_id, self::MARK, wp_generate_uuid4() );
		}
	}

	/** Clears all cached items of all registries. */
	public function clear_all_caches(): void {
		$this->last = null;
		update_option( self::SITE_MARK, wp_generate_uuid4(), true );
	}

	/**
	 * Clears only the cached items for givers, after a secret gift. Does not write meta of the registry. Otherwise,
	 * WordPress would clear its own caches of the registry, and an owner could notice the gift.
	 */
	public function clear_givers_cache( int $registry_id ): void {
		$this->last = null;
		set_transient( self::givers_mark( $registry_id ), wp_generate_uuid4(), HOUR_IN_SECONDS );
	}

	/**
	 * Returns the name of the transient with the items for givers. A hash hides the purpose of the transient from
	 * administrators.
	 */
	private static function for_givers( int $registry_id ): string {
		return self::PREFIX . wp_hash( "largesse items for givers of {$registry_id}" );
	}

	/** Returns the name of the transient that changes when givers' cached items are outdated. It outlives the items. */
	private static function givers_mark( int $registry_id ): string {
		return self::PREFIX . wp_hash( "largesse mark for givers of {$registry_id}" );
	}

	/**
	 * Sets Store::REMAINING of the items to the number without secret gifts.
	 *
	 * @param list<array<string, mixed>>|WP_Error $items Items from the API.
	 * @return list<array<string, mixed>>|WP_Error
	 */
	private static function without_secrets( array|WP_Error $items ): array|WP_Error {
		$known = static fn ( array $item ) => array( Store::REMAINING => max( 0, $item['quantity_needed'] - $item['quantity_purchased'] ) );
		return is_wp_error( $items ) ? $items : array_map( static fn ( array $item ) => array_replace( $item, $known( $item ) ), $items );
	}

	/**
	 * Fetches the items from the API.
	 *
	 * @return list<array<string, mixed>>|WP_Error
	 */
	public function fetch( int $registry_id ): array|WP_Error {
		$all   = array();
		$query = array(
			'registry_id' => $registry_id,
			'include'     => 'remaining',
			'limit'       => Rules::MAX_ITEMS_LISTED,
		);
		do {
			$page = $this->client->list_items( $query );
			if ( is_wp_error( $page ) ) {
				return $page;
			}
			if ( ! is_array( $page ) || count( array_filter( array_column( $page, 'id' ), 'is_int' ) ) !== count( $page ) ) {
				return ApiError::not_the_service();
			}
			$all            = array_merge( $all, $page );
			$query['after'] = end( $all )['id'] ?? 0;
			$is_full        = count( $page ) === Rules::MAX_ITEMS_LISTED;
		} while ( $is_full );
		return $all;
	}

	/** Returns a text that changes when the cached items are outdated. */
	private static function mark( int $registry_id, bool $for_givers ): string {
		return self::version_mark( $registry_id ) . ( $for_givers ? '|' . get_transient( self::givers_mark( $registry_id ) ) : '' );
	}

	/**
	 * Returns a text that changes with the items of a registry. Changes on this site set a new mark. The API's registry
	 * routes set no mark, but change the stored order when they add or remove items.
	 */
	private static function version_mark( int $registry_id ): string {
		return ( wp_load_alloptions()[ self::SITE_MARK ] ?? '' ) . '|' . get_post_meta( $registry_id, self::MARK, true ) . '|' . md5( (string) get_post_meta( $registry_id, RegistryMeta::ITEM_IDS, true ) );
	}
}
