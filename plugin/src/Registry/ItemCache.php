<?php
/**
 * What was last read of the items of registries.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Registry;

use WP_Error;

/**
 * Remembers the items of a registry for some seconds, and within one request in any case. An entry carries the mark
 * that the registry bore when its items were asked for; a change sets a new mark, so that an answer which was under
 * way meanwhile is not believed. That the API did not answer is remembered too: else every visitor would wait for it.
 */
final class ItemCache {

	/** Meta key of the mark; it is read with the registry and costs no query. */
	public const MARK = '_largesse_items_changed';

	/** Prefix of the transients. */
	public const PREFIX = 'largesse_items_';

	/**
	 * What this request has read.
	 *
	 * @var array<int, array{mark: string, items: mixed}>
	 */
	private array $entries = array();

	/**
	 * Keeps for how long.
	 *
	 * @param int $seconds Seconds; 0 remembers nothing for the next request.
	 */
	public function __construct( private readonly int $seconds ) {}

	/**
	 * The remembered items, or what the reader gives, which is then remembered.
	 *
	 * @template T of array|WP_Error
	 * @param int           $registry_id Id of the registry.
	 * @param callable(): T $read        Asks the API.
	 * @return T
	 */
	public function remember( int $registry_id, callable $read ): array|WP_Error {
		$mark  = self::mark_of( $registry_id );
		$entry = $this->entries[ $registry_id ] ?? ( $this->seconds > 0 ? get_transient( self::PREFIX . $registry_id ) : null );
		if ( is_array( $entry ) && $mark === $entry['mark'] ) {
			return $entry['items'];
		}
		$entry = array(
			'mark'  => $mark,
			'items' => $read(),
		);
		if ( $this->seconds > 0 ) {
			set_transient( self::PREFIX . $registry_id, $entry, $this->seconds );
		}
		$this->entries[ $registry_id ] = $entry;
		return $entry['items'];
	}

	/**
	 * Forgets the items of a registry: called after every change.
	 *
	 * @param int $registry_id Id of the registry.
	 */
	public function forget( int $registry_id ): void {
		unset( $this->entries[ $registry_id ] );
		// Also where nothing is remembered here: pages may remember.
		if ( RegistryPostType::is( get_post( $registry_id ) ) ) {
			update_post_meta( $registry_id, self::MARK, wp_generate_uuid4() );
		}
	}

	/**
	 * What changes whenever the items do: through this site the mark, through the API's registry routes the list.
	 *
	 * @param int $registry_id Id of the registry.
	 */
	private static function mark_of( int $registry_id ): string {
		return get_post_meta( $registry_id, self::MARK, true ) . '|' . md5( (string) get_post_meta( $registry_id, RegistryMeta::ITEM_IDS, true ) );
	}
}
