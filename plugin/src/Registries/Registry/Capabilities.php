<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use WP_Error;
use WP_Post;
use WP_Query;
use WP_REST_Block_Renderer_Controller;
use WP_REST_Pattern_Directory_Controller;
use WP_REST_Request;
use WP_REST_URL_Details_Controller;
use WP_REST_Users_Controller;
use WP_User;

/**
 * Grants the capabilities on registries. These capabilities follow from a user's other capabilities, and are never
 * stored. Therefore, no role needs set-up or clean-up. Also opens password-protected registries to certain members, and
 * keeps searches from revealing their words.
 *
 * Also restricts requests of WordPress's editor. Only users who can edit posts may fetch web addresses or list authors.
 * Only users who can edit a post may preview its permalink. WordPress allows these requests to all users who can edit
 * content of any type. With this plugin, all members can edit registries. Members must not make the site fetch
 * addresses, and must not see other people's data.
 */
final class Capabilities {

	/** Capabilities of all users who can read the site, on their own registries. */
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
	 * Adds the required capabilities on registries. If a role or user denies a capability with `false`, the capability
	 * stays denied. WordPress calls this hundreds of times on a page of wp-admin, mostly for other capabilities.
	 */
	public static function grant( array $has, mixed $caps, mixed $args, mixed $user ): array {
		foreach ( (array) $caps as $cap ) {
			if ( ! isset( $has[ $cap ] ) && str_ends_with( (string) $cap, '_registries' ) ) {
				$is_own = in_array( $cap, self::OWN, true );
				if (
					( $is_own && ! empty( $has['read'] ) )
					|| ( ! empty( $has[ self::ADMIN ] ) && ( $is_own || in_array( $cap, self::OTHERS, true ) ) )
				) {
					$has[ $cap ] = true;
				}
			}
			if (
				'publish_registries' === $cap && ! empty( $has[ $cap ] ) && empty( $has[ self::ADMIN ] ) && $user instanceof WP_User
			) {
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
			$edit = in_array( $post->post_status, array( 'publish', 'future' ), true )
				? 'edit_published_registries'
				: 'edit_registries';
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
		return $people->is_named( $user ) || apply_filters( 'largesse_may_read_registry', false, $post, $user )
			? array( 'read' )
			: $caps;
	}

	/** Limits the search that WordPress prepares. WordPress would run a filter of `posts_search` in every query. */
	public static function limit_search( mixed $columns ): mixed {
		add_filter( 'posts_search', array( self::class, 'hide_protected_from_search' ), 10, 2 );
		return $columns;
	}

	/**
	 * Excludes other people's password-protected registries from searches. A hit would reveal that a registry contains
	 * the word. WordPress itself excludes protected posts only for visitors who are not logged in.
	 */
	public static function hide_protected_from_search( mixed $search, WP_Query $query ): mixed {
		global $wpdb;
		if ( ! is_string( $search ) || '' === $search || current_user_can( 'edit_others_registries' ) ) {
			return $search;
		}
		return $search . $wpdb->prepare(
			" AND NOT ( {$wpdb->posts}.post_type = %s AND {$wpdb->posts}.post_password <> '' AND {$wpdb->posts}.post_author <> %d )",
			RegistryPostType::NAME,
			get_current_user_id()
		);
	}

	/** Waives the password of a registry for members who may see the registry without it. */
	public static function skip_password( mixed $is_required, mixed $post ): mixed {
		$is_open = $is_required && is_user_logged_in() && $post instanceof WP_Post && RegistryPostType::is( $post )
			&& self::is_open_without_password( $post, get_current_user_id() );
		return $is_open ? false : $is_required;
	}

	public static function is_open_without_password( WP_Post $registry, int $user_id ): bool {
		/**
		 * Filters whether a member may see a registry without its password.
		 *
		 * @param bool    $is_open  True if the registry is open to the member.
		 * @param WP_Post $registry The registry.
		 * @param int     $user_id  Id of the member.
		 */
		return (bool) apply_filters( 'largesse_open_without_password', false, $registry, $user_id );
	}

	/** Refuses requests that are reserved for editors, unless the caller may edit posts. */
	public static function limit_rest( mixed $response, mixed $handler, WP_REST_Request $request ): mixed {
		$callback   = is_array( $handler ) ? $handler['callback'] ?? null : null;
		$controller = is_array( $callback ) ? $callback[0] ?? null : null;
		if (
			! is_user_logged_in()
			|| is_wp_error( $response )
			|| ! self::is_for_editors( $controller, $request )
			|| current_user_can( 'edit_posts' )
		) {
			return $response;
		}
		return new WP_Error(
			'largesse_editors_only',
			__( 'Sorry, you are not allowed to do that.', 'largesse' ),
			array( 'status' => rest_authorization_required_code() )
		);
	}

	/** Refuses a request of the classic editor if the request would make the server fetch an address. */
	public static function limit_ajax(): void {
		if ( ! current_user_can( 'edit_posts' ) ) {
			wp_die( -1, 403 );
		}
	}

	/**
	 * Shows a sample permalink only to users who can edit the post. WordPress checks only a nonce, which the editor of
	 * every post contains. Therefore, WordPress would reveal titles and slugs of private posts.
	 */
	public static function limit_sample(): void {
		// phpcs:ignore WordPress.Security.NonceVerification.Missing -- Only reads; WordPress checks the nonce afterwards.
		$id = isset( $_POST['post_id'] ) ? absint( $_POST['post_id'] ) : 0;
		if ( ! current_user_can( 'edit_post', $id ) ) {
			wp_die( -1, 403 );
		}
	}

	/** Checks whether a request makes the server fetch something, or lists the site's authors. */
	private static function is_for_editors( mixed $controller, WP_REST_Request $request ): bool {
		return $controller instanceof WP_REST_URL_Details_Controller
			|| $controller instanceof WP_REST_Pattern_Directory_Controller
			|| $controller instanceof WP_REST_Block_Renderer_Controller
			|| ( $controller instanceof WP_REST_Users_Controller && null !== $request['who'] );
	}
}
