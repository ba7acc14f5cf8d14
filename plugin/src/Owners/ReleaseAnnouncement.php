<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Giving\GiftMailSender;
use Largesse\Giving\Purchases;
use Largesse\Http\Body;
use WP_REST_Response;

/**
 * Route that the service calls before an owner or a keeper deletes a guest's gift through the API. The route reads the
 * gift, because the site cannot find the giver after the deletion, when the site mails the giver (rules: Mail).
 */
final class ReleaseAnnouncement {

	/** Timeout in seconds of calls to the service. It is short, because the service is waiting for this route. */
	private const TIMEOUT_S = 3;

	public function __construct(
		private readonly Purchases $purchases,
		private readonly GiftMailSender $mails
	) {}

	/**
	 * Queues the mail to the giver of the gift. The response does not reveal whether the gift exists: `noted` is false only
	 * if the service did not answer.
	 */
	public function announce( Body $body, int $id ): WP_REST_Response {
		$purchase_id = strtolower( $body->value( 'purchase' ) );
		$purchases   = $this->purchases->with_timeout( self::TIMEOUT_S );
		$purchase    = $purchases->has_service() ? $purchases->get( $purchase_id ) : null;
		$list        = is_array( $purchase ) ? Purchases::list_of( $purchase, get_post( $id ) ) : null;
		if ( null !== $list ) {
			$items = $purchases->items_of( array( $purchase ) );
			$name  = is_wp_error( $items ) ? '' : (string) ( $items[ $purchase['item_id'] ]['name'] ?? '' );
			$this->mails->queue_release_mail( $purchase, $list, $name, true );
		}
		return new WP_REST_Response( array( 'noted' => ! is_wp_error( $purchase ) ) );
	}
}
