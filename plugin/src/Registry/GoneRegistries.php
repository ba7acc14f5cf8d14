<?php
/**
 * Items whose registry is gone.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Api\Client;
use WP_Error;

/**
 * Finds and retires the items of registries that this site no longer has: nobody could reach them any more.
 */
final class GoneRegistries {

	/** Most items in one answer of the API. */
	private const PAGE = 1000;

	/**
	 * Keeps what it works with.
	 *
	 * @param Client $client Speaks to the API.
	 */
	public function __construct( private readonly Client $client ) {}

	/**
	 * The registries that have active items and are not on this site.
	 *
	 * @return array<int, int>|WP_Error Number of items by registry.
	 */
	public function find(): array|WP_Error {
		$found = array();
		$after = 0;
		do {
			$items = $this->client->list_items(
				array(
					'after' => $after,
					'limit' => self::PAGE,
				)
			);
			if ( ! is_array( $items ) ) {
				return $items ?? Client::not_the_service();
			}
			foreach ( array_count_values( array_column( $items, 'registry_id' ) ) as $id => $number ) {
				if ( isset( $found[ $id ] ) || ! RegistryPostType::is( get_post( $id ) ) ) {
					$found[ $id ] = ( $found[ $id ] ?? 0 ) + $number;
				}
			}
			$after   = $items ? end( $items )['id'] : 0;
			$is_last = count( $items ) < self::PAGE;
		} while ( ! $is_last );
		ksort( $found );
		return $found;
	}

	/**
	 * Makes the items of a registry inactive; those of one that this site has stay.
	 *
	 * @param int $registry_id Id of a registry that is gone.
	 * @return int|WP_Error How many there were.
	 */
	public function retire( int $registry_id ): int|WP_Error {
		if ( RegistryPostType::is( get_post( $registry_id ) ) ) {
			return 0;
		}
		$retired = 0;
		do {
			$items = $this->client->list_items(
				array(
					'registry_id' => $registry_id,
					'limit'       => self::PAGE,
				)
			);
			if ( ! is_array( $items ) ) {
				return $items ?? Client::not_the_service();
			}
			foreach ( $items as $item ) {
				$answer = $this->client->delete_item( (int) $item['id'] );
				if ( is_wp_error( $answer ) ) {
					return $answer;
				}
				++$retired;
			}
			$is_last = count( $items ) < self::PAGE;
		} while ( ! $is_last );
		return $retired;
	}
}
