<?php
declare( strict_types=1 );

namespace Largesse\Together\Invitations;

use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\PromiseWays;
use Largesse\Registries\Registry\WayIn;
use WP_Post;

/** Opens a list on the device on which a giver opens the page of a gift, as long as the giver's link works. */
final class GiftEntrance {

	/** Checks whether the giver came through a link. Then the giver may know the owner's name. */
	public static function is_known( bool $is_known, string $purchase_id ): bool {
		return $is_known || str_contains( PromiseWays::stored( $purchase_id ), WayIn::LINK );
	}

	/** Opens the list for a giver whose link still works. Call it before any output, and only in an uncached response. */
	public static function open( string $purchase_id, WP_Post $registry ): void {
		if ( null === OpenedList::of_visitor( $registry ) ) {
			LinkVisitor::with_way( $registry, PromiseWays::stored( $purchase_id ) )?->set_cookie();
		}
	}
}
