<?php
declare( strict_types=1 );

namespace Largesse\Shares;

use Largesse\Giving\Purchases;
use Largesse\Registry\RegistryPostType;
use WP_Post;

/** Ends shares, and mails their people (rules: Shares on the site). */
final class EndedShares {

	public function __construct(
		private readonly StoredShares $shares,
		private readonly Purchases $purchases,
		private readonly ShareMailSender $mails
	) {}

	/** Ends the shares of a wish when a guest gives the whole wish. */
	public function end_for_gift( array $purchase, WP_Post $registry ): void {
		foreach ( $purchase['is_owner'] ? array() : $this->of_item( $registry, $purchase['item_id'] ) as $share ) {
			$this->end( $registry, $share, ShareMailSender::GIVEN );
		}
	}

	/** Ends shares when the log reports a gift, which may be from the API. */
	public function follow_event( array $event ): void {
		$registry = 'purchase.created' === $event['type'] ? get_post( $event['registry_id'] ) : null;
		if ( ! $registry instanceof WP_Post || ! RegistryPostType::is( $registry ) || array() === $this->of_item( $registry, $event['item_id'] ) ) {
			return;
		}
		$purchase = $this->purchases->get( $event['purchase_id'] );
		if ( is_array( $purchase ) ) {
			$this->end_for_gift( $purchase, $registry );
		}
	}

	/** Ends an unchanged share. Queues the mail first, because the service's answer may be lost. */
	public function end( WP_Post $registry, array $share, string $why ): mixed {
		$this->mails->queue_end( $registry, $share, $why );
		return $this->shares->delete( $registry, $share );
	}

	private function of_item( WP_Post $registry, int $item_id ): array {
		$shares = $this->shares->all( $registry );
		return is_wp_error( $shares ) ? array() : array_values( array_filter( $shares, static fn ( array $share ): bool => $share['item_id'] === $item_id ) );
	}
}
