<?php
declare( strict_types=1 );

namespace Largesse\Registry;

/**
 * Grants the capabilities on registries. They are computed from what a user has anyway and never stored, so that
 * nothing is left behind in the roles, and new roles need no set-up.
 */
final class Capabilities {

	/** Capabilities on one's own registries: for everyone who may read the site. */
	private const OWN = array(
		'edit_registries',
		'edit_published_registries',
		'edit_private_registries',
		'publish_registries',
		'delete_registries',
		'delete_published_registries',
		'delete_private_registries',
	);

	/** Capabilities on other people's registries: for administrators. */
	private const OTHERS = array(
		'edit_others_registries',
		'delete_others_registries',
		'read_private_registries',
	);

	/** Statuses in which a registry is there for its author and administrators alone. */
	private const GONE = array( 'trash', 'auto-draft', 'inherit' );

	/** What shows that a user is an administrator; the API goes by the same capability. */
	private const ADMIN = 'manage_options';

	/**
	 * Adds the capabilities on registries to those that a user has. An explicit `false` of a role or user stays.
	 *
	 * @param array<string, bool> $has What the user has.
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
	 * Asks of people who are named on a registry no more than of anyone who reads the site, or of its author: co-owners may
	 * read and edit it, keepers and invitees read it while it is private. Nobody but the author is let delete it, and what the
	 * author has put into the trash is there for nobody else.
	 *
	 * @param array<string> $caps    Primitive capabilities that are needed so far.
	 * @param mixed         $cap     Capability that was asked for.
	 * @param mixed         $user_id User it was asked for.
	 * @param mixed         $args    What it was asked for; the first is the post.
	 * @return array<string>
	 */
	public function let_people_in( array $caps, mixed $cap, mixed $user_id, mixed $args ): array {
		if ( ! in_array( $cap, array( 'read_post', 'edit_post' ), true ) || empty( $args[0] ) ) {
			return $caps;
		}
		$post = get_post( $args[0] );
		$user = RegistryPostType::is( $post ) ? get_userdata( (int) $user_id ) : false;
		if ( ! $user || in_array( $post->post_status, self::GONE, true ) ) {
			return $caps;
		}
		$people = People::of( $post );
		if ( $people->is_author( $user ) ) {
			return $caps;
		}
		if ( $people->is_owner( $user ) ) {
			return array( 'read_post' === $cap ? 'read' : self::needed_to_edit( $post->post_status ) );
		}
		return 'read_post' === $cap && 'private' === $post->post_status && $people->is_named( $user ) ? array( 'read' ) : $caps;
	}

	/**
	 * Returns what WordPress asks of the author of a registry who edits it.
	 *
	 * @param string $status Its status.
	 */
	private static function needed_to_edit( string $status ): string {
		return match ( $status ) {
			'publish', 'future' => 'edit_published_registries',
			default             => 'edit_registries',
		};
	}
}
