<?php
/**
 * What an invitation opens.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Feature;
use WP_Post;

/**
 * Lets invitees read a private registry, on its page and over REST, and tells who stands inside a registry.
 */
final class InviteeAccess implements Feature {

	/**
	 * Adds the hooks of this feature.
	 */
	public function register(): void {
		add_filter( 'map_meta_cap', array( $this, 'let_invitees_read' ), 10, 4 );
	}

	/**
	 * Whether the current user is owner, administrator or invitee of a registry.
	 *
	 * @param WP_Post $registry The registry.
	 */
	public static function is_insider( WP_Post $registry ): bool {
		return current_user_can( 'edit_post', $registry->ID )
			|| Invitees::of( $registry )->contain( wp_get_current_user() );
	}

	/**
	 * Reading a private registry costs an invitee no more than reading the site. Only reading, and only while it is
	 * private: a draft or a trashed registry is nobody's but its owner's.
	 *
	 * @param array<string> $caps    Primitive capabilities that are needed so far.
	 * @param mixed         $cap     Capability that was asked for.
	 * @param mixed         $user_id User it was asked for.
	 * @param mixed         $args    What it was asked for; the first is the post.
	 * @return array<string>
	 */
	public function let_invitees_read( array $caps, mixed $cap, mixed $user_id, mixed $args ): array {
		if ( 'read_post' !== $cap || empty( $args[0] ) ) {
			return $caps;
		}
		$post = get_post( $args[0] );
		if ( ! RegistryPostType::is( $post ) || 'private' !== $post->post_status ) {
			return $caps;
		}
		$user = get_userdata( (int) $user_id );
		return $user && Invitees::of( $post )->contain( $user ) ? array( 'read' ) : $caps;
	}
}
