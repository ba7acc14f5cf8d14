<?php
declare( strict_types=1 );

namespace Largesse\Together\Invitations;

use Largesse\Registries\Registry\ConfirmedAddress;
use Largesse\Registries\Registry\PeopleEntries;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\Roles;
use WP_Post;
use WP_Query;

/**
 * Grants access to visitors with the cookie of a registry (rules: Invitations). Visitors who can read the registry can
 * also give. The cookie works only on a page whose address names the registry. It has no effect on other pages that
 * show the registry, or in feeds, embeds, REST, admin-ajax and XML-RPC. Caches would treat these responses as public.
 */
final class GuestAccess {

	/** Returns the registry in the page's address, even if the visitor may not read it; null for none. */
	public static function requested_registry(): ?WP_Post {
		global $wp_the_query;
		if ( $wp_the_query->is_page() ) {
			return Registries::named_in_address();
		}
		if ( RegistryPostType::NAME !== $wp_the_query->get( 'post_type' ) ) {
			return null;
		}
		// WordPress removes a private registry from the results if the visitor is not signed in.
		$id       = (int) $wp_the_query->get( 'p' );
		$slug     = (string) $wp_the_query->get( 'name' );
		$registry = match ( true ) {
			$id > 0      => get_post( $id ),
			'' !== $slug => get_page_by_path( $slug, OBJECT, array( RegistryPostType::NAME ) ),
			default      => null,
		};
		return RegistryPostType::is( $registry ) ? $registry : null;
	}

	/** Returns the guest who came through a link to this page's registry; null for none. */
	public static function guest(): ?LinkVisitor {
		$registry = self::is_page_request() ? self::requested_registry() : null;
		return $registry ? LinkVisitor::from_cookie( $registry ) : null;
	}

	/**
	 * Restores the requested registry if WordPress has removed it. If a visitor is not logged in, WordPress removes a
	 * private post without checking the visitor's capabilities.
	 */
	public static function restore_requested( mixed $posts, WP_Query $query ): mixed {
		$is_removed = array() === $posts && $query->is_main_query() && $query->is_singular() && self::guest();
		return $is_removed ? array( self::requested_registry() ) : $posts;
	}

	/**
	 * Opens a private registry to visitors with its cookie.
	 *
	 * @param array<string> $caps
	 * @return array<string>
	 */
	public static function grant_read( array $caps, mixed $cap, mixed $user_id, mixed $args ): array {
		if ( 'read_post' !== $cap || empty( $args[0] ) || get_current_user_id() !== (int) $user_id ) {
			return $caps;
		}
		$post = get_post( $args[0] );
		return $post instanceof WP_Post && 'private' === $post->post_status && self::is_open( $post )
			? array( 'exist' )
			: $caps;
	}

	/** Skips the password if the visitor has the registry's cookie. */
	public static function skip_password( mixed $is_required, mixed $post ): mixed {
		return $is_required && $post instanceof WP_Post && self::is_open( $post ) ? false : $is_required;
	}

	/** Records the visit of an invited member who is logged in. */
	public static function record_member_visit(): void {
		$registry = is_user_logged_in() && self::is_page_request() ? self::requested_registry() : null;
		if ( ! $registry || ! Roles::of( $registry )->is_invitee() || ! Registries::may_read( $registry ) ) {
			return;
		}
		$user = wp_get_current_user();
		// A user name with an "@" may be the address of another user, for whom the visit would be recorded.
		$names   = array( ConfirmedAddress::of( $user ), str_contains( $user->user_login, '@' ) ? '' : $user->user_login );
		$entries = array_map( PeopleEntries::normalize( ... ), Roles::entries_of( $registry ) );
		foreach ( array_intersect( array_map( PeopleEntries::normalize( ... ), $names ), $entries ) as $name ) {
			InvitationStates::record_visit( $registry, $name );
		}
	}

	/**
	 * Opens a registry to the account of a visitor who came through its link, and has signed in after that. A member's own
	 * cookie opens nothing to the account: the member may have removed the list on another device.
	 */
	public static function add_to_account(): void {
		$guest = is_user_logged_in() ? self::guest() : null;
		if (
			null !== $guest
			&& LinkVisitor::has_visitors_cookie( $guest->registry )
			&& ! Roles::of( $guest->registry )->is_insider()
		) {
			OpenedLists::add( $guest, get_current_user_id() );
		}
	}

	/** Checks whether this page shows a registry that a link opened for the visitor. */
	private static function is_open( WP_Post $registry ): bool {
		return RegistryPostType::is( $registry )
			&& self::is_page_request()
			&& self::requested_registry()?->ID === $registry->ID
			&& null !== self::guest();
	}

	/** Checks whether this is a request for a page, as opposed to a feed or an API. */
	private static function is_page_request(): bool {
		global $wp_query;
		$is_other = is_admin()
			|| wp_doing_cron()
			|| ( defined( 'REST_REQUEST' ) && REST_REQUEST )
			|| ( defined( 'XMLRPC_REQUEST' ) && XMLRPC_REQUEST );
		return ! $is_other
			&& $wp_query instanceof WP_Query
			&& ! ( $wp_query->is_feed() || $wp_query->is_embed() || $wp_query->is_trackback() || $wp_query->is_preview() );
	}
}
