<?php
declare( strict_types=1 );

namespace Largesse\Affiliates;

use Largesse\Registry\Store;
use Largesse\Service\ApiError;
use Largesse\Service\Client;
use Largesse\Service\Rules;
use WP_Error;

/**
 * Finds items of all registries and changes their affiliate links. Uses only the API's item routes. For a registry
 * route, the API would send a request to this site while this site waits for the API.
 */
final class AffiliateItems {

	public function __construct(
		private readonly Client $client,
		private readonly Store $store
	) {}

	/**
	 * Returns a page of items, and the number of items by status.
	 *
	 * @param array<string, mixed> $parameters Parameters for the API (contract: ItemSearchQuery).
	 * @return array{items: list<array<string, mixed>>, counts: array<string, int>}|WP_Error
	 */
	public function search( array $parameters ): array|WP_Error {
		$found = $this->client->search_items( $parameters );
		if ( is_wp_error( $found ) ) {
			return $found;
		}
		$is_result = is_array( $found ) && is_array( $found['items'] ?? null ) && is_array( $found['counts'] ?? null );
		return $is_result ? $found : ApiError::not_the_service();
	}

	/**
	 * Returns items by id, without items that no longer exist.
	 *
	 * @param list<int> $ids Ids of items.
	 * @return array<int, array<string, mixed>>|WP_Error
	 */
	public function find( array $ids ): array|WP_Error {
		$items = array();
		foreach ( array_chunk( $ids, Rules::MAX_IDS ) as $some ) {
			$found = $this->client->list_items( array( 'ids' => $some ) );
			if ( ! is_array( $found ) ) {
				return $found ?? ApiError::not_the_service();
			}
			foreach ( $found as $item ) {
				if ( ! array_key_exists( 'affiliate_url', $item ) ) {
					return new WP_Error( ApiError::CODE, __( 'The account that this site uses does not belong to an administrator.', 'largesse' ), array( 'status' => 403 ) );
				}
				$items[ $item['id'] ] = $item;
			}
		}
		return $items;
	}

	/**
	 * Changes the affiliate fields of items, one item after the other. If the service stops answering, skips the
	 * remaining items. Otherwise, each further call would wait until its timeout.
	 *
	 * @param array<int, array<string, string|null>> $changes Changed fields, by the id of the item.
	 * @return array{items: array<int, array<string, mixed>>, changed: list<int>, problems: array<int, string>}|WP_Error Items before the change, by id, without deleted items; ids of the changed items; and errors by item id. Returns a WP_Error if the service could not read the items; then no item is changed.
	 */
	public function change( array $changes ): array|WP_Error {
		$items = $this->find( array_keys( $changes ) );
		if ( is_wp_error( $items ) ) {
			return $items;
		}
		$changed   = array();
		$problems  = array();
		$is_silent = false;
		foreach ( $changes as $id => $fields ) {
			$item    = $items[ $id ] ?? null;
			$fields  = null === $item ? $fields : array_diff_assoc( $fields, $item );
			$problem = match ( true ) {
				null === $item => self::deleted_message(),
				$is_silent     => __( 'Skipped, because the registry service did not answer.', 'largesse' ),
				default        => self::problem( $fields ),
			};
			if ( null === $problem && $fields ) {
				$answer    = $this->store->items->update( $item['registry_id'], $id, $fields );
				$is_silent = is_wp_error( $answer ) && 0 === ( $answer->get_error_data()['status'] ?? null );
				$problem   = is_wp_error( $answer ) ? $answer->get_error_message() : ( null === $answer ? self::deleted_message() : null );
			}
			if ( null !== $problem ) {
				$problems[ $id ] = $problem;
			} elseif ( $fields ) {
				$changed[] = $id;
			}
		}
		return compact( 'items', 'changed', 'problems' );
	}

	/**
	 * Returns the error of a change; null if the change is valid. The API accepts any text for a link, but only a valid
	 * address is useful.
	 *
	 * @param array<string, string|null> $fields Changed fields.
	 */
	private static function problem( array $fields ): ?string {
		$url = $fields['affiliate_url'] ?? '';
		return '' === $url || preg_match( Rules::HTTP_ADDRESS, $url )
			? null
			: __( 'The affiliate link must be a complete address that begins with http:// or https://.', 'largesse' );
	}

	private static function deleted_message(): string {
		return __( 'This item is no longer there.', 'largesse' );
	}
}
