<?php
/**
 * What the routes of registries answer.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Rest;

use Closure;
use Largesse\Registry\RegistryItems;
use WP_Error;
use WP_Post;
use WP_REST_Response;

/**
 * Makes the answers: after each change the whole registry as it is then, so that the page shows what others did
 * meanwhile as well.
 */
final class Answers {

	/**
	 * Keeps what gives the items.
	 *
	 * @param Closure(): RegistryItems $items Gives the items of registries.
	 */
	public function __construct( private readonly Closure $items ) {}

	/**
	 * The registry as it is now.
	 *
	 * @param int                  $id     Id of the registry, which the caller may read.
	 * @param array<string, mixed> $more   What else is answered.
	 * @param int                  $status HTTP status.
	 */
	public function registry( int $id, array $more = array(), int $status = 200 ): WP_REST_Response|WP_Error {
		$view = $this->view( $id );
		return null === $view ? Access::no_registry() : new WP_REST_Response( array( 'registry' => $view ) + $more, $status );
	}

	/**
	 * The error that what the caller wants to change is not what they know any more, with how it is now.
	 *
	 * @param int $id Id of the registry.
	 */
	public function outdated( int $id ): WP_Error {
		$view = $this->view( $id );
		if ( null === $view ) {
			return Access::no_registry();
		}
		return new WP_Error(
			'largesse_changed',
			__( 'Somebody changed this meanwhile, so nothing was saved. Please look at how it is now, and save again.', 'largesse' ),
			array(
				'status'  => 409,
				'current' => $view,
			)
		);
	}

	/**
	 * The registry for the caller; null where it is gone.
	 *
	 * @param int $id Id of the registry.
	 * @return array<string, mixed>|null
	 */
	private function view( int $id ): ?array {
		$registry = get_post( $id );
		return $registry instanceof WP_Post ? RegistryView::of( $registry, ( $this->items )() ) : null;
	}
}
