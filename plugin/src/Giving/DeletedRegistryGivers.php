<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Mail\Queue;
use Largesse\Registry\Deletions;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\RegistryTitle;
use Largesse\Registry\Roles;
use WP_Post;

/**
 * Finds the givers of a permanently deleted registry. The search runs at the end of the request: after the page was
 * sent, and before the plugin erases the givers.
 */
final class DeletedRegistryGivers {

	/** Priority in `shutdown`: after WordPress sends buffered output (1), and before the givers are erased (100). */
	private const BEFORE_ERASURE = 90;

	/** Timeout in seconds of a request to the service. It is short: the service may be waiting for this site. */
	private const TIMEOUT_S = 3;

	/** Delay in seconds before the next attempt, if the service does not answer. */
	private const LATER = MINUTE_IN_SECONDS;

	private readonly Deletions $deletions;

	public function __construct(
		private readonly Queue $queue,
		private readonly AffectedGivers $affected_givers
	) {
		$this->deletions = new Deletions( $this->find_affected( ... ), self::BEFORE_ERASURE );
	}

	/**
	 * Records a registry with the data for the mails to its givers, before WordPress deletes the registry.
	 *
	 * @param mixed $id Id of the post.
	 */
	public function record( mixed $id, mixed $post ): void {
		if ( $post instanceof WP_Post && RegistryPostType::is( $post ) ) {
			$data = array(
				'registry'   => (int) $id,
				'title'      => RegistryTitle::of( $post ),
				// After the deletion, the next two values can no longer be read.
				'recipients' => Roles::of( $post )->addresses_of_recipients(),
				'day'        => (string) get_post_meta( (int) $id, RegistryMeta::EVENT_DATE, true ),
			);
			$this->deletions->record( (int) $id, $data );
		}
	}

	/**
	 * Reads the gifts of a registry that a REST request has just deleted, and stores the gifts in the mail queue. The
	 * service may have sent this request. If so, it deletes the gifts as soon as it gets the response.
	 */
	public function read_before_service_deletes( WP_Post $registry ): void {
		$deleted = $this->deletions->take( $registry->ID );
		if ( null !== $deleted ) {
			$data = $this->affected_givers->data_of( $registry->ID, self::TIMEOUT_S );
			$this->queue->put( AffectedGivers::DELETED, (string) $registry->ID, $deleted + ( is_wp_error( $data ) ? array() : $data ), is_wp_error( $data ) ? self::LATER : 0 );
		}
	}

	/**
	 * Finds the givers affected by the deletions on the current site.
	 *
	 * @param array<int, array<string, mixed>> $registries Data about the registries, by id.
	 */
	private function find_affected( array $registries ): void {
		foreach ( $registries as $id => $data ) {
			if ( is_wp_error( $this->affected_givers->queue_deletion_mails( $data ) ) ) {
				$this->queue->put( AffectedGivers::DELETED, (string) $id, $data, self::LATER );
			}
		}
	}
}
