<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Service\Client;
use Largesse\Service\Rules;
use WP_Error;
use WP_Post;

/**
 * Makes the items of a registry inactive when it is deleted permanently: by hand, with its owner, or out of the trash.
 * That happens after the page was sent. Where the service does not answer, the registry is deleted all the same, and
 * the log says what is left to do.
 */
final class DeletedRegistries {

	/**
	 * The registries that this request deletes, and whether their lists held items: by site and id.
	 *
	 * @var array<int, array<int, bool>>
	 */
	private array $listed = array();

	/**
	 * Those of them that were deleted.
	 *
	 * @var array<int, array<int, bool>>
	 */
	private array $deleted = array();

	public function __construct(
		private readonly Client $client,
		private readonly Store $store
	) {}

	/**
	 * Sees whether a registry lists items, before its list is deleted with it.
	 *
	 * @param mixed $id   Id of the post.
	 * @param mixed $post The post.
	 */
	public function look( mixed $id, mixed $post ): void {
		if ( RegistryPostType::is( $post ) ) {
			$this->listed[ get_current_blog_id() ][ (int) $id ] = array() !== StoredLists::order( (int) $id );
		}
	}

	/**
	 * Notes a deleted registry. A network deletes a user's registries on all its sites in one request.
	 *
	 * @param mixed $id   Id of the post.
	 * @param mixed $post The post as it was.
	 */
	public function note( mixed $id, mixed $post ): void {
		if ( ! RegistryPostType::is( $post ) ) {
			return;
		}
		$site = get_current_blog_id();

		$this->deleted[ $site ][ (int) $id ] = $this->listed[ $site ][ (int) $id ] ?? false;
		// After WordPress sent what it holds back, at 1. The same hook twice is one.
		add_action( 'shutdown', array( $this, 'retire_noted' ), 100 );
	}

	/**
	 * Forgets a registry that was deleted over its own REST route: so the service deletes, and retires the items
	 * itself. Were it called now, while it waits, site and service would wait for each other.
	 */
	public function leave_to_service( WP_Post $registry ): void {
		unset( $this->deleted[ get_current_blog_id() ][ $registry->ID ] );
	}

	/** Retires the items of the registries that were noted. */
	public function retire_noted(): void {
		$sites         = array_filter( $this->deleted );
		$this->deleted = array();
		if ( array() === $sites ) {
			return;
		}
		if ( function_exists( 'fastcgi_finish_request' ) ) {
			fastcgi_finish_request();
		}
		foreach ( $sites as $site => $registries ) {
			$is_other = get_current_blog_id() !== $site;
			if ( $is_other ) {
				switch_to_blog( $site );
			}
			$this->retire_on_site( $registries );
			if ( $is_other ) {
				restore_current_blog();
			}
		}
	}

	/**
	 * Finds registries that have active items and are not on this site: nobody could reach those items.
	 *
	 * @return array<int, int>|WP_Error Number of items by registry.
	 */
	public function find_items(): array|WP_Error {
		$found = array();
		$after = 0;
		do {
			$items = $this->client->list_items(
				array(
					'after' => $after,
					'limit' => Rules::MAX_ITEMS_LISTED,
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
			$is_last = count( $items ) < Rules::MAX_ITEMS_LISTED;
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
	public function retire_items( int $registry_id ): int|WP_Error {
		return RegistryPostType::is( get_post( $registry_id ) ) ? 0 : $this->store->items->retire( $registry_id );
	}

	/**
	 * Retires the items of registries of the current site.
	 *
	 * @param array<int, bool> $registries Whether their lists held items, by id.
	 */
	private function retire_on_site( array $registries ): void {
		foreach ( array_keys( $registries ) as $index => $id ) {
			$result = $this->retire_items( $id );
			if ( ! is_wp_error( $result ) ) {
				continue;
			}
			// The others would wait as long for the same answer.
			$left = array_slice( $registries, $index, null, true );
			if ( 'api_not_configured' === $result->get_error_code() ) {
				// A site that never had an address of the service has no items; one that lost it has them still.
				$left = array_filter( $left );
			}
			if ( $left ) {
				self::complain( array_keys( $left ), $result->get_error_message() );
			}
			return;
		}
	}

	/**
	 * Logs what is left to do.
	 *
	 * @param list<int> $ids    Registries whose items are still active.
	 * @param string    $reason Why.
	 */
	private static function complain( array $ids, string $reason ): void {
		// phpcs:ignore WordPress.PHP.DevelopmentFunctions.error_log_error_log -- The page was sent; this is all the operator can be told.
		error_log( sprintf( 'Largesse: the items of the deleted registries %s are still active. %s Run: wp largesse reconcile --retire-gone', implode( ', ', $ids ), $reason ) );
	}
}
