<?php
declare( strict_types=1 );

namespace Largesse\Rest;

use Largesse\Giving\Purchases;
use Largesse\Giving\Reveals;
use Largesse\Registry\Registries;
use Largesse\Registry\Store;
use WP_Error;
use WP_Post;
use WP_REST_Response;

/**
 * Answers a registry as it is now, as all routes of the namespace do after they have done something.
 */
final class Answers {

	/**
	 * Keeps what it works with.
	 *
	 * @param Store     $store     Reads registries.
	 * @param Reveals   $reveals   Shows what was secret, when it is time.
	 * @param Purchases $purchases Tells what the owner has.
	 */
	public function __construct(
		private readonly Store $store,
		private readonly Reveals $reveals,
		private readonly Purchases $purchases
	) {}

	/**
	 * Answers a registry as the caller sees it.
	 *
	 * @param array<string, mixed> $more   What else is answered.
	 * @param int                  $status HTTP status.
	 */
	public function registry( int $id, array $more = array(), int $status = 200 ): WP_REST_Response|WP_Error {
		$registry = get_post( $id );
		if ( ! $registry instanceof WP_Post || ! Registries::may_read( $registry ) ) {
			return Errors::no_registry();
		}
		$this->reveals->before_showing( $registry );
		return new WP_REST_Response( array( 'registry' => RegistryView::of( $registry, $this->store, $this->purchases ) ) + $more, $status );
	}
}
