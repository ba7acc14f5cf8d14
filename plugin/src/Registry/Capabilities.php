<?php
declare( strict_types=1 );

namespace Largesse\Registry;

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
	 * Adds the capabilities on registries. If a role or user denies a capability with `false`, the capability stays
	 * denied.
	 *
	 * @param array<string, bool> $has Capabilities of the user.
	 * @return array<string, bool>
	 */
	public function grant( array $has ): array {
		$granted = array_merge(
			empty( $has['read'] ) ? array() : self::OWN,
			empty( $has[ self::ADMIN ] ) ? array() : array_merge( self::OWN, self::OTHERS )
		);
		return $has + array_fill_keys( $granted, true );
	}

	/**
	 * Grants access to people on the lists of a registry. Co-owners may read and edit the registry. Keepers and
	 * invitees may read a private registry. None of these people may delete the registry, or access it in the trash.
	 *
	 * @param array<string> $caps    Primitive capabilities required so far.
	 * @param mixed         $cap     Requested capability.
	 * @param mixed         $args    Arguments of the check; the first is the post.
	 * @return array<string>
	 */
	public function grant_to_named_people( array $caps, mixed $cap, mixed $user_id, mixed $args ): array {
		if ( ! in_array( $cap, array( 'read_post', 'edit_post' ), true ) || empty( $args[0] ) ) {
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
			return array( 'read_post' === $cap ? 'read' : self::needed_to_edit( $post->post_status ) );
		}
		return 'read_post' === $cap && 'private' === $post->post_status && $people->is_named( $user ) ? array( 'read' ) : $caps;
	}

	/** Returns the capability that an author needs to edit a registry in this status. */
	private static function needed_to_edit( string $status ): string {
		return match ( $status ) {
			'publish', 'future' => 'edit_published_registries',
			default             => 'edit_registries',
		};
	}
}
