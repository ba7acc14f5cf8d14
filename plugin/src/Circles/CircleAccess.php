<?php
declare( strict_types=1 );

namespace Largesse\Circles;

use Largesse\Registry\RegistryPostType;
use WP_Post;

/**
 * Permits members of circles to read lists that are open to their circle, without a password (rules: Circles). These
 * members are not invitees of the registry, so they do not see the registry's lists of people.
 */
final class CircleAccess {

	/**
	 * Grants read access to a private registry.
	 *
	 * @param array<string> $caps Primitive capabilities required so far.
	 * @param mixed         $cap  Requested capability.
	 * @param mixed         $args Arguments of the check; the first is the post.
	 * @return array<string>
	 */
	public static function grant_read( array $caps, mixed $cap, mixed $user_id, mixed $args ): array {
		if ( 'read_post' !== $cap || empty( $args[0] ) ) {
			return $caps;
		}
		$post = get_post( $args[0] );
		return $post instanceof WP_Post && 'private' === $post->post_status && RegistryPostType::is( $post ) && OpenLists::may_see( $post, (int) $user_id ) ? array( 'read' ) : $caps;
	}

	/**
	 * Waives the password of a registry for members who may see the registry through a circle.
	 *
	 * @param mixed $is_required Whether a password is required so far.
	 * @param mixed $post        The post with the password.
	 */
	public static function skip_password( mixed $is_required, mixed $post ): mixed {
		return $is_required && $post instanceof WP_Post && RegistryPostType::is( $post ) && OpenLists::may_see( $post, get_current_user_id() ) ? false : $is_required;
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
