<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Closure;

/**
 * Records the registries that the current request deletes, on all sites of a network. Passes these registries to a
 * function at the end of the request.
 */
final class Deletions {

	/**
	 * Data about the registries, by site and id.
	 *
	 * @var array<int, array<int, mixed>>
	 */
	private array $deleted = array();

	/**
	 * @param Closure(array<int, mixed>): void $work Receives the data of the deleted registries of a site, by id.
	 * @param int $priority Priority in the action `shutdown`. WordPress sends buffered output at priority 1.
	 */
	public function __construct( private readonly Closure $work, private readonly int $priority ) {}

	/** Records a registry before WordPress deletes it, with the data that WordPress deletes, too. */
	public function record( int $id, mixed $data ): void {
		$this->deleted[ get_current_blog_id() ][ $id ] = $data;
		// This line may run several times, because WordPress adds the same callback only once.
		add_action( 'shutdown', array( $this, 'run' ), $this->priority );
	}

	/**
	 * Removes a registry from the recorded registries. Returns its data; null if it was not recorded.
	 */
	public function take( int $id ): mixed {
		$site = get_current_blog_id();
		$data = $this->deleted[ $site ][ $id ] ?? null;
		unset( $this->deleted[ $site ][ $id ] );
		return $data;
	}

	/**
	 * Calls `$work` for each site with recorded registries, except those that WordPress has not deleted. If possible, sends
	 * the response to the client first.
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
			( $this->work )( array_filter( $registries, static fn ( int $id ): bool => ! RegistryPostType::is( get_post( $id ) ), ARRAY_FILTER_USE_KEY ) );
			if ( $is_other ) {
				restore_current_blog();
			}
		}
	}
}
