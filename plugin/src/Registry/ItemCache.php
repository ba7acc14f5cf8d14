<?php
/**
 * What was last read of the items of registries.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Registry;

/**
 * Remembers the items of a registry for some seconds. An entry carries the mark that the registry bore when its
 * items were asked for; a change sets a new mark, so that an answer which was under way meanwhile is not believed.
 */
final class ItemCache {

	/** Meta key of the mark; it is read with the registry and costs no query. */
	public const MARK = '_largesse_items_changed';

	/** Prefix of the transients. */
	public const PREFIX = 'largesse_items_';

	/**
	 * Keeps for how long.
	 *
	 * @param int $seconds Seconds; 0 remembers nothing.
	 */
	public function __construct( private readonly int $seconds ) {}

	/**
	 * The remembered items, or what the reader gives, which is then remembered.
	 *
	 * @template T
	 * @param int           $registry_id Id of the registry.
	 * @param callable(): T $read        Asks the API.
	 * @return T
	 */
	public function remember( int $registry_id, callable $read ): mixed {
		$mark  = (string) get_post_meta( $registry_id, self::MARK, true );
		$entry = $this->seconds > 0 ? get_transient( self::PREFIX . $registry_id ) : false;
		if ( is_array( $entry ) && $mark === $entry['mark'] ) {
			return $entry['items'];
		}
		$items = $read();
		if ( $this->seconds > 0 && is_array( $items ) ) {
			set_transient(
				self::PREFIX . $registry_id,
				array(
					'mark'  => $mark,
					'items' => $items,
				),
				$this->seconds
			);
		}
		return $items;
	}

	/**
	 * Forgets the items of a registry: called after every change.
	 *
	 * @param int $registry_id Id of the registry.
	 */
	public function forget( int $registry_id ): void {
		if ( $this->seconds > 0 && RegistryPostType::is( get_post( $registry_id ) ) ) {
			update_post_meta( $registry_id, self::MARK, wp_generate_uuid4() );
		}
	}
}
