<?php
/**
 * What follows the deletion of a registry.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Registry;

use Closure;
use Largesse\Feature;
use WP_Post;

/**
 * Makes the items of a registry inactive when it is deleted for good: by hand, with its owner, or out of the trash.
 * That happens after the page was sent. Where the service does not answer, the registry is deleted all the same, and
 * the log says what is left to do.
 */
final class DeletedRegistries implements Feature {

	/**
	 * Ids of the registries that this request deleted.
	 *
	 * @var list<int>
	 */
	private array $deleted = array();

	/**
	 * Keeps what will retire the items.
	 *
	 * @param Closure(): GoneRegistries $gone Gives it; most requests delete nothing.
	 */
	public function __construct( private readonly Closure $gone ) {}

	/**
	 * Adds the hooks of this feature.
	 */
	public function register(): void {
		add_action( 'deleted_post', array( $this, 'note' ), 10, 2 );
		add_action( 'rest_delete_' . RegistryPostType::NAME, array( $this, 'leave_to_service' ) );
	}

	/**
	 * Notes a deleted registry.
	 *
	 * @param mixed $id   Id of the post.
	 * @param mixed $post The post as it was.
	 */
	public function note( mixed $id, mixed $post ): void {
		if ( ! RegistryPostType::is( $post ) ) {
			return;
		}
		$this->deleted[] = (int) $id;
		// After WordPress sent what it holds back, at 1. The same hook twice is one.
		add_action( 'shutdown', array( $this, 'retire_items' ), 100 );
	}

	/**
	 * Forgets a registry that was deleted over its own REST route: so the service deletes, and retires the items
	 * itself. Were it called now, while it waits, site and service would wait for each other.
	 *
	 * @param WP_Post $registry The registry as it was.
	 */
	public function leave_to_service( WP_Post $registry ): void {
		$this->deleted = array_values( array_diff( $this->deleted, array( $registry->ID ) ) );
	}

	/**
	 * Retires the items of the registries that were noted.
	 */
	public function retire_items(): void {
		$ids           = $this->deleted;
		$this->deleted = array();
		if ( array() === $ids ) {
			return;
		}
		if ( function_exists( 'fastcgi_finish_request' ) ) {
			fastcgi_finish_request();
		}
		$gone = ( $this->gone )();
		foreach ( $ids as $index => $id ) {
			$result = $gone->retire( $id );
			if ( ! is_wp_error( $result ) ) {
				continue;
			}
			// A site without an address of the service has no items.
			if ( 'api_not_configured' !== $result->get_error_code() ) {
				// The others would wait as long for the same answer.
				self::complain( array_slice( $ids, $index ), $result->get_error_message() );
			}
			return;
		}
	}

	/**
	 * Says in the log what is left to do.
	 *
	 * @param list<int> $ids    Registries whose items are still active.
	 * @param string    $reason Why.
	 */
	private static function complain( array $ids, string $reason ): void {
		// phpcs:ignore WordPress.PHP.DevelopmentFunctions.error_log_error_log -- The page was sent; this is all the operator can be told.
		error_log( sprintf( 'Largesse: the items of the deleted registries %s are still active. %s Run: wp largesse reconcile --retire-gone', implode( ', ', $ids ), $reason ) );
	}
}
