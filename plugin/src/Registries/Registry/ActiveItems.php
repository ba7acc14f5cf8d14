<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Closure;
use Generator;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\Client;
use Largesse\Foundation\Service\Rules;
use WP_Error;
use WP_Post;

/**
 * Reads the active items of registries from the API, ordered by id. Remembers the items of the last registry, so that a
 * page asks the API once. Nothing is kept for the next page.
 */
final class ActiveItems {

	/** Prefix of the transients, each with the failure of the last request for a registry. */
	public const FAILED = 'largesse_items_failed_';

	/**
	 * Seconds for which public pages do not ask again after a failure for which a visitor has waited for at least SLOW_S
	 * seconds. Otherwise, every visitor would wait for the API. After a fast failure, such as a lost connection, the next
	 * visitor asks again: nobody waits, and guests can give as soon as the API answers.
	 */
	private const PAUSE_S = 10;
	private const SLOW_S  = 1;

	/** @var array<int, list<array<string, mixed>>|WP_Error> The API's last answer, by id of the registry. */
	private array $last = array();

	/** Whether a read first reveals gifts. */
	private bool $may_reveal = true;

	/** @var array<int, array<int, int>> Own registries of items of other lists, by ids of list and item. */
	private array $homes = array();

	/** @param bool $is_for_pages Whether reads reveal gifts, and pause after a failure. */
	public function __construct(
		private readonly Client $client,
		private readonly bool $is_for_pages = true
	) {}

	/**
	 * Returns the items of a registry.
	 *
	 * @param bool $may_pause Whether the failure of an earlier request may be the answer; false for recipients of gifts.
	 * @return list<array<string, mixed>>|WP_Error
	 */
	public function read( int $registry_id, bool $may_pause ): array|WP_Error {
		if ( $this->is_for_pages && $this->may_reveal ) {
			/**
			 * Fires before a page or an answer uses the items of a registry. Callbacks may change the items: the plugin
			 * reveals secret gifts here.
			 *
			 * @param int $registry_id Id of the registry.
			 */
			do_action( 'largesse_before_items_read', $registry_id );
		}
		if ( isset( $this->last[ $registry_id ] ) ) {
			return $this->last[ $registry_id ];
		}
		$may_pause = $may_pause && $this->is_for_pages;
		$failure   = $may_pause ? get_transient( self::FAILED . $registry_id ) : false;
		$begun     = microtime( true );
		$items     = is_wp_error( $failure ) ? $failure : $this->fetch( $registry_id );
		$waited    = microtime( true ) - $begun;
		if ( $may_pause && is_wp_error( $items ) && $waited >= self::SLOW_S ) {
			set_transient( self::FAILED . $registry_id, $items, self::PAUSE_S );
			// phpcs:ignore WordPress.PHP.DevelopmentFunctions.error_log_error_log -- The page does not name the cause.
			error_log( sprintf( 'Largesse: pages of the registry %d do not ask the registry service for %d seconds, because a request failed after %.1f seconds: %s', $registry_id, self::PAUSE_S, $waited, implode( ' ', $items->get_error_messages() ) ) );
		}
		$this->last = array( $registry_id => $items );
		return $items;
	}

	/**
	 * Returns the items of a registry, always from the API. While the list hides numbers, the API counts no gifts through
	 * other lists (rules: Who sees what).
	 *
	 * @return list<array<string, mixed>>|WP_Error
	 */
	public function fetch( int $registry_id ): array|WP_Error {
		$this->forget();
		$all   = array();
		$query = array(
			'registry_id' => $registry_id,
			'include'     => 'remaining',
			'numbers'     => 'of_list',
		);
		$list  = get_post( $registry_id );
		if ( $list instanceof WP_Post && Roles::of( $list )->is_author() ) {
			$query['is_author'] = 'true';
		}
		foreach ( self::pages( $this->client, $query ) as $page ) {
			if ( is_wp_error( $page ) ) {
				return $page;
			}
			$all = array_merge(
				$all,
				array_map(
					fn ( array $item ): array => self::with_parts(
						$this->on_list( $registry_id, Wish::with_present_picture( $item ) )
					),
					$page
				)
			);
		}
		$this->last = array( $registry_id => $all );
		return $all;
	}

	/**
	 * Returns an item with the pieces that guests can still give, whole or in parts. The API does not count a piece
	 * if guests have promised half of its price. Only wishes for one piece have parts.
	 */
	private static function with_parts( array $item ): array {
		return ( $item[ Store::AMOUNT_REMAINING ] ?? 0 ) > 0 ? array( Store::REMAINING => 1 ) + $item : $item;
	}

	/**
	 * Reads all active items that match a query from the API, which returns a thousand items at a time.
	 *
	 * @param array<string, mixed> $query
	 * @return Generator<int, list<array<string, mixed>>|WP_Error> Items by id. After an error, there are no more pages.
	 */
	public static function pages( Client $client, array $query = array() ): Generator {
		$query['limit'] = Rules::MAX_ITEMS_LISTED;
		do {
			$page = $client->list_items( $query );
			if ( ! is_array( $page ) || count( array_filter( array_column( $page, 'id' ), 'is_int' ) ) !== count( $page ) ) {
				yield is_wp_error( $page ) ? $page : ApiError::not_the_service();
				return;
			}
			yield $page;
			$query['after'] = end( $page )['id'] ?? 0;
		} while ( count( $page ) === Rules::MAX_ITEMS_LISTED );
	}

	/**
	 * Returns an item as an item of the list, because pages of the list must not name its own registry: neither the id,
	 * nor the address of its page in place of a shop (rules: Appearances).
	 */
	private function on_list( int $registry_id, array $item ): array {
		$home = $item['registry_id'] ?? $registry_id;
		if ( $home === $registry_id ) {
			return $item;
		}
		$this->homes[ $registry_id ][ $item['id'] ] = $home;
		return array_replace(
			$item,
			array( 'registry_id' => $registry_id ),
			Wish::is_without_shop( $item ) ? array( 'url' => Wish::placeholder() ) : array()
		);
	}

	/** Returns the id of the registry of an item that `fetch` or `read` has found on a list. */
	public function home( int $registry_id, int $item_id ): int {
		return $this->homes[ $registry_id ][ $item_id ] ?? $registry_id;
	}

	/** Makes the next read ask the API again, after a change. */
	public function forget(): void {
		$this->last = array();
	}

	/**
	 * Runs a function whose reads reveal no gifts, even on the day of the reveal.
	 *
	 * @param Closure(): array<string, mixed> $read
	 * @return array<string, mixed>
	 */
	public function without_reveal( Closure $read ): array {
		$this->may_reveal = false;
		try {
			return $read();
		} finally {
			$this->may_reveal = true;
		}
	}

	/** @return list<string> Options with a registry's last failure, so that callers can load several options at once. */
	public static function options( int $registry_id ): array {
		$name = self::FAILED . $registry_id;
		return wp_using_ext_object_cache() ? array() : array( "_transient_{$name}", "_transient_timeout_{$name}" );
	}
}
