<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Api\Client;
use Largesse\Api\Rules;
use Largesse\Api\Settings;
use WP_Error;

/**
 * Reads the active items of registries from the API, by id, and remembers them for some seconds. What is remembered
 * carries the mark that the registry bore when its items were asked for; a change sets a new mark, so that an answer
 * which was under way meanwhile does not count. That the API did not answer is remembered too: else every visitor would
 * wait for it.
 */
final class ItemReader {

	/** Meta key of the mark; it is read with the registry and costs no query. */
	public const MARK = '_largesse_items_changed';

	/** Prefix of the transients. */
	private const PREFIX = 'largesse_items_';

	/**
	 * What this request has read last.
	 *
	 * @var array{id: int, mark: string, items: mixed}|null
	 */
	private ?array $last = null;

	/**
	 * Keeps what it works with.
	 *
	 * @param Settings|null $settings Say for how long items are remembered; null: not beyond this request.
	 */
	public function __construct(
		private readonly Client $client,
		private readonly ?Settings $settings = null
	) {}

	/**
	 * Returns the items of a registry, remembered or not. One request, whatever their number up to a thousand.
	 *
	 * @return array{items: list<array<string, mixed>>|WP_Error, is_fresh: bool}
	 */
	public function read( int $registry_id ): array {
		$mark    = self::mark_of( $registry_id );
		$seconds = $this->settings?->cache_seconds() ?? 0;
		$known   = ( $this->last['id'] ?? 0 ) === $registry_id ? $this->last : null;
		if ( null === $known && $seconds > 0 ) {
			$known = get_transient( self::PREFIX . $registry_id );
		}
		if ( is_array( $known ) && $mark === $known['mark'] ) {
			return array(
				'items'    => $known['items'],
				'is_fresh' => false,
			);
		}
		$items = $this->fetch( $registry_id );
		$this->keep( $registry_id, $items, $mark );
		if ( $seconds > 0 ) {
			set_transient( self::PREFIX . $registry_id, $this->last, $seconds );
		}
		return array(
			'items'    => $items,
			'is_fresh' => true,
		);
	}

	/**
	 * Keeps items for the rest of this request.
	 *
	 * @param list<array<string, mixed>>|WP_Error $items The items, or why there are none.
	 * @param string|null                         $mark  Mark of the registry when they were asked for; null: now.
	 */
	public function keep( int $registry_id, array|WP_Error $items, ?string $mark = null ): void {
		$this->last = array(
			'id'    => $registry_id,
			'mark'  => $mark ?? self::mark_of( $registry_id ),
			'items' => $items,
		);
	}

	/**
	 * Returns the names of the options in which the items of a registry are remembered, for those who load several at once.
	 *
	 * @return list<string>
	 */
	public static function options( int $registry_id ): array {
		$name = self::PREFIX . $registry_id;
		return wp_using_ext_object_cache() ? array() : array( "_transient_{$name}", "_transient_timeout_{$name}" );
	}

	/** Forgets the items of a registry: called after every change. */
	public function forget( int $registry_id ): void {
		$this->last = null;
		// Also where nothing is remembered here: pages may remember.
		if ( RegistryPostType::is( get_post( $registry_id ) ) ) {
			update_post_meta( $registry_id, self::MARK, wp_generate_uuid4() );
		}
	}

	/**
	 * Asks the API.
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
				return Client::not_the_service();
			}
			$all            = array_merge( $all, $page );
			$query['after'] = end( $all )['id'] ?? 0;
			$is_full        = count( $page ) === Rules::MAX_ITEMS_LISTED;
		} while ( $is_full );
		return $all;
	}

	/**
	 * Returns what changes whenever the items do: through this site the mark, through the API's registry routes the
	 * order.
	 */
	private static function mark_of( int $registry_id ): string {
		return get_post_meta( $registry_id, self::MARK, true ) . '|' . md5( (string) get_post_meta( $registry_id, RegistryMeta::ITEM_IDS, true ) );
	}
}
