<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Service\Client;
use WP_Error;
use WP_Post;

/**
 * Retires the items of permanently deleted registries. The site sends the page first, and then calls the service. If
 * the service does not answer, the registry is deleted anyway, and the site logs that the items are still active.
 */
final class DeletedRegistries {

	/** @var array<int, array<int, int>> Ids of deleted registries, also as keys, by site. */
	private array $deleted = array();

	public function __construct(
		private readonly Client $client,
		private readonly ActiveItems $active
	) {}

	/**
	 * Records a registry before WordPress deletes it. On a network, one request may delete a user's registries on several
	 * sites. If the site has never had the address of a service, no list contains items, and there is nothing to retire.
	 */
	public function record( mixed $id, mixed $post ): void {
		if ( RegistryPostType::is( $post ) && ( $this->client->is_configured() || WishOrder::of( (int) $id )->ids ) ) {
			$this->deleted[ get_current_blog_id() ][ (int) $id ] = (int) $id;
			// This line may run several times, because WordPress adds the same callback only once. WordPress sends buffered
			// output at priority 1.
			add_action( 'shutdown', array( $this, 'run' ), 100 );
		}
	}

	/**
	 * Ignores a registry that the service deletes through a REST route of this site. The service retires the items
	 * itself, and waits for this site, so a request from this site to the service would block both.
	 */
	public function leave_to_service( WP_Post $registry ): void {
		unset( $this->deleted[ get_current_blog_id() ][ $registry->ID ] );
	}

	/** @return array<int, int>|WP_Error Numbers of active items by registry, for registries that do not exist on this site. */
	public function find_items(): array|WP_Error {
		$found = array();
		foreach ( ActiveItems::pages( $this->client ) as $items ) {
			if ( is_wp_error( $items ) ) {
				return $items;
			}
			foreach ( array_count_values( array_column( $items, 'registry_id' ) ) as $id => $number ) {
				if ( isset( $found[ $id ] ) || ! RegistryPostType::is( get_post( $id ) ) ) {
					$found[ $id ] = ( $found[ $id ] ?? 0 ) + $number;
				}
			}
		}
		ksort( $found );
		return $found;
	}

	/**
	 * Makes the service do what it does for a registry that is deleted through the API: wishes that are also on another
	 * list stay there, with their gifts.
	 *
	 * @return int|WP_Error Number of items that the registry had, unless it still exists.
	 */
	public function retire_items( int $registry_id ): int|WP_Error {
		if ( RegistryPostType::is( get_post( $registry_id ) ) ) {
			return 0;
		}
		$items = $this->active->fetch( $registry_id );
		if ( is_wp_error( $items ) ) {
			return $items;
		}
		// The answer is null if the service has nothing of the registry.
		$answer = $this->client->stating( array( $registry_id => null ) )->delete_registry( $registry_id );
		return is_wp_error( $answer ) ? $answer : count( $items );
	}

	/**
	 * Retires the items of the registries that WordPress has deleted, on all sites. If possible, sends the response to the
	 * client first.
	 */
	public function run(): void {
		$sites         = array_filter( $this->deleted );
		$this->deleted = array();
		if ( $sites && function_exists( 'fastcgi_finish_request' ) ) {
			fastcgi_finish_request();
		}
		foreach ( $sites as $site => $registries ) {
			$is_other = get_current_blog_id() !== $site;
			if ( $is_other ) {
				switch_to_blog( $site );
			}
			$this->retire_on_site(
				array_values(
					array_filter( $registries, static fn ( int $id ): bool => ! RegistryPostType::is( get_post( $id ) ) )
				)
			);
			if ( $is_other ) {
				restore_current_blog();
			}
		}
	}

	/** @param list<int> $ids Deleted registries of the current site. */
	private function retire_on_site( array $ids ): void {
		foreach ( $ids as $index => $id ) {
			$result = $this->retire_items( $id );
			if ( is_wp_error( $result ) ) {
				// phpcs:ignore WordPress.PHP.DevelopmentFunctions.error_log_error_log -- The page was already sent; only the log reaches the operator.
				error_log( sprintf( 'Largesse: the items of the deleted registries %s are still active. %s Run: wp largesse reconcile --retire-gone', implode( ', ', array_slice( $ids, $index ) ), $result->get_error_message() ) );
				// Requests for the other registries would also wait, and fail with the same error.
				return;
			}
		}
	}
}
