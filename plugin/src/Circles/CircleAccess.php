<?php
declare( strict_types=1 );

namespace Largesse\Circles;

use Largesse\Registry\RegistryPostType;
use WP_Post;
use WP_User;

/**
 * Permits members of circles to read lists that are open to their circle, without a password (rules: Circles). These
 * members are not invitees of the registry, so they do not see the registry's lists of people.
 */
final class CircleAccess {

	/**
	 * Permits a member to read a private registry that is open to one of the member's circles.
	 *
	 * @param mixed $may_read Whether the member may read the registry so far.
	 */
	public static function grant_read( mixed $may_read, WP_Post $registry, WP_User $member ): bool {
		return $may_read || OpenLists::may_see( $registry, $member->ID );
	}

	/**
	 * Returns true if a member may see a registry without its password, for example through a circle.
	 *
	 * @param mixed $is_open  Whether the registry is open so far.
	 * @param mixed $registry The registry.
	 * @param mixed $user_id  Id of the member.
	 */
	public static function open_to( mixed $is_open, mixed $registry, mixed $user_id ): bool {
		return (bool) $is_open || ( $registry instanceof WP_Post && RegistryPostType::is( $registry ) && OpenLists::may_see( $registry, (int) $user_id ) );
	}
}
