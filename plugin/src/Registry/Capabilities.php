<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use WP_User;

/**
 * Grants the capabilities on registries. These capabilities follow from a user's other capabilities, and are never
 * stored. Therefore, no role needs set-up or clean-up.
 */
final class Capabilities {

	/** Capabilities on a user's own registries. All users who can read the site have them. */
	private const OWN = array(
		'edit_registries',
		'edit_published_registries',
		'edit_private_registries',
		'publish_registries',
		'delete_registries',
		'delete_published_registries',
		'delete_private_registries',
	);

	/** Capability that a filter may withhold. */
	private const PUBLISH = 'publish_registries';

	/** Capabilities on other people's registries. Only administrators have them. */
	private const OTHERS = array(
		'edit_others_registries',
		'delete_others_registries',
		'read_private_registries',
	);

	/** In these statuses, only the author and administrators can access a registry. */
	private const GONE = array( 'trash', 'auto-draft', 'inherit' );

	/** Capability that makes a user an administrator. The API checks the same capability. */
	private const ADMIN = 'manage_options';

	/**
	 * Adds the required capabilities on registries. If a role or user denies a capability with `false`, the capability
	 * stays denied. WordPress calls this hundreds of times on a page of wp-admin, mostly for other capabilities.
	 *
	 * @param array<string, bool> $has  Capabilities of the user.
	 * @return array<string, bool>
	 */
	public static function grant( array $has, mixed $caps, mixed $args, mixed $user ): array {
		foreach ( (array) $caps as $cap ) {
			if ( ! isset( $has[ $cap ] ) && str_ends_with( (string) $cap, '_registries' ) ) {
				$is_own = in_array( $cap, self::OWN, true );
				if ( ( $is_own && ! empty( $has['read'] ) ) || ( ! empty( $has[ self::ADMIN ] ) && ( $is_own || in_array( $cap, self::OTHERS, true ) ) ) ) {
					$has[ $cap ] = true;
				}
			}
			if ( self::PUBLISH === $cap && ! empty( $has[ $cap ] ) && empty( $has[ self::ADMIN ] ) && $user instanceof WP_User ) {
				/**
				 * Filters whether a member who is no administrator may publish registries.
				 *
				 * @param bool    $may_publish True if the member may publish registries.
				 * @param WP_User $member      The member.
				 */
				$has[ $cap ] = (bool) apply_filters( 'largesse_may_publish', true, $user );
			}
		}
		return $has;
	}

	/**
	 * Grants access to people on the lists of a registry. Co-owners may read and edit the registry. Keepers and
	 * invitees may read a private registry. None of these people may delete the registry, or access it in the trash.
	 *
	 * @param array<string> $caps    Primitive capabilities required so far.
	 * @param mixed         $args    Arguments of the check; the first is the post.
	 * @return array<string>
	 */
	public static function grant_to_named_people( array $caps, mixed $cap, mixed $user_id, mixed $args ): array {
		if ( ( 'read_post' !== $cap && 'edit_post' !== $cap ) || empty( $args[0] ) ) {
			return $caps;
		}
		$post = get_post( $args[0] );
		$user = RegistryPostType::is( $post ) ? get_userdata( (int) $user_id ) : false;
		if ( ! $user || in_array( $post->post_status, self::GONE, true ) ) {
			return $caps;
		}
		$people = Roles::of( $post );
		if ( $people->is_author( $user ) ) {
			return $caps;
		}
		if ( $people->is_owner( $user ) ) {
			// An author needs the same capabilities.
			$edit = in_array( $post->post_status, array( 'publish', 'future' ), true ) ? 'edit_published_registries' : 'edit_registries';
			return array( 'read_post' === $cap ? 'read' : $edit );
		}
		if ( 'read_post' !== $cap || 'private' !== $post->post_status ) {
			return $caps;
		}
		/**
		 * Filters whether a member may read a private registry although none of its lists names the member.
		 *
		 * @param bool    $may_read True if the member may read it.
		 * @param WP_Post $registry The registry.
		 * @param WP_User $member   The member.
		 */
		return $people->is_named( $user ) || apply_filters( 'largesse_may_read_registry', false, $post, $user ) ? array( 'read' ) : $caps;
	}
}
