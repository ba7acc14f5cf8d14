<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Mail\Queue;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\RegistryTitle;
use Largesse\Registry\Roles;
use WP_Post;

/**
 * Finds the givers of a permanently deleted registry. This runs after the page was sent, but before the plugin erases
 * the givers at the end of the same request.
 */
final class DeletedRegistryGivers {

	/**
	 * Priority in `shutdown`: after WordPress has sent buffered output, at 1, and before the givers are erased, at 100.
	 */
	private const BEFORE_ERASURE = 90;

	/** Delay in seconds if the service does not answer, or may be deleting the registry itself at this moment. */
	private const LATER = MINUTE_IN_SECONDS;

	/**
	 * Data about the registries that this request is about to delete, by site and id.
	 *
	 * @var array<int, array<int, array<string, mixed>>>
	 */
	private array $collected = array();

	/**
	 * Data about registries that were deleted, in the same form.
	 *
	 * @var array<int, array<int, array<string, mixed>>>
	 */
	private array $deleted = array();

	public function __construct(
		private readonly Queue $queue,
		private readonly AffectedGivers $affected_givers
	) {}

	/**
	 * Stores data that is deleted with a registry.
	 *
	 * @param mixed $id   Id of the post.
	 */
	public function collect_data( mixed $id, mixed $post ): void {
		if ( $post instanceof WP_Post && RegistryPostType::is( $post ) ) {
			$this->collected[ get_current_blog_id() ][ (int) $id ] = array(
				'registry'   => (int) $id,
				'title'      => RegistryTitle::of( $post ),
				'owner'      => (int) $post->post_author,
				// Deleted with the registry.
				'recipients' => Roles::of( $post )->addresses_of_recipients(),
				'day'        => (string) get_post_meta( (int) $id, RegistryMeta::EVENT_DATE, true ),
			);
		}
	}

	/**
	 * Records that a registry was deleted.
	 *
	 * @param mixed $id   Id of the post.
	 * @param mixed $post The post before the deletion.
	 */
	public function record_deletion( mixed $id, mixed $post ): void {
		$site = get_current_blog_id();
		$seen = $this->collected[ $site ][ (int) $id ] ?? null;
		if ( null !== $seen && RegistryPostType::is( $post ) ) {
			$this->deleted[ $site ][ (int) $id ] = $seen;
			add_action( 'shutdown', array( $this, 'find_affected' ), self::BEFORE_ERASURE );
		}
	}

	/**
	 * Schedules the mails for WordPress's cron if a registry was deleted through its REST route: the service may have deleted it, and
	 * is waiting for this site.
	 */
	public function leave_to_cron( WP_Post $registry ): void {
		$seen = $this->deleted[ get_current_blog_id() ][ $registry->ID ] ?? null;
		if ( null !== $seen ) {
			unset( $this->deleted[ get_current_blog_id() ][ $registry->ID ] );
			$this->queue->put( AffectedGivers::DELETED, (string) $registry->ID, $seen, self::LATER );
		}
	}

	/** Finds the givers affected by the deletions. */
	public function find_affected(): void {
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
			foreach ( $registries as $id => $seen ) {
				if ( is_wp_error( $this->affected_givers->queue_deletion_mails( $seen ) ) ) {
					$this->queue->put( AffectedGivers::DELETED, (string) $id, $seen, self::LATER );
				}
			}
			if ( $is_other ) {
				restore_current_blog();
			}
		}
	}
}
