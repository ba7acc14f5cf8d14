<?php
declare( strict_types=1 );

namespace Largesse\Together\Shares;

use Largesse\Promises\Giving\Giver;
use WP_Post;
use WP_User;

/**
 * A share of the visitor, who may change it as its giver (architecture: Who sees what). Only the checks in this class
 * create it, because an id proves nothing: others can read ids.
 */
final class OwnShare {

	/** @param array<string, mixed> $share The share, as the service has returned it. */
	private function __construct( public readonly array $share ) {}

	/** Returns the share whose link the visitor has opened; null for any other share. */
	public static function of_link( ShareLink $link, array $share ): ?self {
		return $link->id === $share['id'] ? new self( $share ) : null;
	}

	/** Returns a share of the visitor's account or, without an account, of this browser; null for any other share. */
	public static function of_visitor( WP_Post $registry, array $share ): ?self {
		return ShareLink::is_own( $registry, $share ) ? new self( $share ) : null;
	}

	/** Returns a share without an account that a member may have made: with the confirmed address, or in this browser. */
	public static function of_claimant( WP_User $user, WP_Post $registry, array $share ): ?self {
		$is_own = null === $share['giver_user_id'] && (
			Giver::of_confirmed_address( $user )?->has_made( $share ) || ShareLink::is_own( $registry, $share )
		);
		return $is_own ? new self( $share ) : null;
	}
}
