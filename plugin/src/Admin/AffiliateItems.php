<?php
/**
 * The items on the screen of affiliate links.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

use Largesse\Api\Client;
use Largesse\Registry\ItemCache;
use WP_Error;

/**
 * Finds items of all registries and changes their affiliate links. It speaks to the item routes of the API alone, as
 * pages do: a registry route would ask this site back.
 */
final class AffiliateItems {

	/** Most ids in one request (contract: MAX_IDS). */
	private const MAX_IDS = 100;

	/** An absolute http or https address, by the rule of the API's affiliate route (contract: httpAddress). */
	private const ADDRESS = '~^https?://[^\s/?#\x00-\x1f\x7f][^\s\x00-\x1f\x7f]*$~iD';

	/**
	 * Keeps what it works with.
	 *
	 * @param Client    $client Speaks to the API.
	 * @param ItemCache $cache  What pages remember of items.
	 */
	public function __construct(
		private readonly Client $client,
		private readonly ItemCache $cache
	) {}

	/**
	 * Whether a text is the address of a web page. Affiliate links are free text to the API.
	 *
	 * @param string $text The text.
	 */
	public static function is_address( string $text ): bool {
		return 1 === preg_match( self::ADDRESS, $text );
	}

	/**
	 * A page of items, and how many there are by status.
	 *
	 * @param array<string, mixed> $parameters What the API is asked for (contract: ItemSearchQuery).
	 * @return array{items: list<array<string, mixed>>, counts: array<string, int>}|WP_Error
	 */
	public function search( array $parameters ): array|WP_Error {
		$found = $this->client->search_items( $parameters );
		if ( is_wp_error( $found ) ) {
			return $found;
		}
		$is_result = is_array( $found ) && is_array( $found['items'] ?? null ) && is_array( $found['counts'] ?? null );
		return $is_result ? $found : Client::not_the_service();
	}

	/**
	 * Items by their ids; those that are gone are missing.
	 *
	 * @param list<int> $ids Ids of items.
	 * @return array<int, array<string, mixed>>|WP_Error
	 */
	public function of( array $ids ): array|WP_Error {
		$items = array();
		foreach ( array_chunk( $ids, self::MAX_IDS ) as $some ) {
			$found = $this->client->list_items( array( 'ids' => $some ) );
			if ( ! is_array( $found ) ) {
				return $found ?? Client::not_the_service();
			}
			foreach ( $found as $item ) {
				if ( ! array_key_exists( 'affiliate_url', $item ) ) {
					return new WP_Error( 'api_error', __( 'The account of this site is not an administrator’s.', 'largesse' ), array( 'status' => 403 ) );
				}
				$items[ $item['id'] ] = $item;
			}
		}
		return $items;
	}

	/**
	 * Changes the affiliate fields of items, one after the other, and says of each what became of it. When the
	 * service stops answering the rest is not tried: each would wait for as long.
	 *
	 * @param array<int, array<string, string|null>> $wanted The fields by the id of the item.
	 * @return AffiliateResult|WP_Error An error where nothing was tried.
	 */
	public function change( array $wanted ): AffiliateResult|WP_Error {
		$items = $this->of( array_keys( $wanted ) );
		if ( is_wp_error( $items ) ) {
			return $items;
		}
		$result    = new AffiliateResult( $items );
		$touched   = array();
		$is_silent = false;
		foreach ( $wanted as $id => $fields ) {
			$item      = $items[ $id ] ?? null;
			$fields    = null === $item ? $fields : array_diff_assoc( $fields, $item );
			$complaint = match ( true ) {
				null === $item => self::gone(),
				$is_silent => __( 'Not tried, because the registry service did not answer.', 'largesse' ),
				default => self::complaint( $fields ),
			};
			if ( null === $complaint && $fields ) {
				$answer    = $this->client->update_item( $id, $fields );
				$is_silent = is_wp_error( $answer ) && 0 === ( $answer->get_error_data()['status'] ?? null );
				$complaint = is_wp_error( $answer ) ? $answer->get_error_message() : ( null === $answer ? self::gone() : null );
				// A change that failed may have happened: its answer was lost.
				$touched[ $item['registry_id'] ] = true;
			}
			$result->add( $id, (bool) $fields, $complaint );
		}
		array_map( array( $this->cache, 'forget' ), array_keys( $touched ) );
		return $result;
	}

	/**
	 * What is wrong with a change, or null. The API takes any text for a link; a link that leads nowhere helps nobody.
	 *
	 * @param array<string, string|null> $fields Fields that change.
	 */
	private static function complaint( array $fields ): ?string {
		$url = $fields['affiliate_url'] ?? '';
		return '' === $url || self::is_address( $url ) ? null : __( 'The affiliate link must be a whole address that begins with http:// or https://.', 'largesse' );
	}

	/**
	 * What is said of an item that is no longer there.
	 */
	private static function gone(): string {
		return __( 'This item is no longer there.', 'largesse' );
	}
}
