<?php
declare( strict_types=1 );

namespace Largesse\Invitations;

use Largesse\Registry\Invitees;
use Largesse\Registry\PeopleList;
use Largesse\Registry\Registries;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryPostType;
use WP_Post;
use WP_Query;

/**
 * Lets visitors with the cookie of a registry in (rules: Invitations): they may read what the address of a page names, and
 * therefore give. Not by feeds, embeds, REST, admin-ajax or XML-RPC; and nothing that another page happens to show: what
 * keeps pages would take that for everybody's.
 */
final class Doors {

	/**
	 * The registry that the address of this request is of, whoever may read it.
	 *
	 * @var WP_Post|null
	 */
	private static ?WP_Post $found = null;

	/** Returns the registry that the address of this page names, whoever may read it; null for none. */
	public static function asked(): ?WP_Post {
		if ( null !== self::$found || ! is_page() ) {
			return self::$found;
		}
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended, WordPress.Security.ValidatedSanitizedInput -- Reading a page needs no nonce; it is only compared.
		$named = wp_unslash( $_GET[ RegistryPostType::NAME ] ?? '' );
		return is_string( $named ) ? Registries::find( $named ) : null;
	}

	/** Returns who came through a link to the registry that this page is of; null for nobody. */
	public static function guest(): ?Guest {
		$registry = self::is_page_request() ? self::asked() : null;
		return $registry ? Guest::of_cookie( $registry ) : null;
	}

	/**
	 * Notes which registry was asked for, before WordPress drops it for visitors who are not signed in.
	 *
	 * @param mixed $posts What was found.
	 */
	public function note_found( mixed $posts, WP_Query $query ): mixed {
		if ( $query->is_main_query() && $query->is_singular() ) {
			$first       = is_array( $posts ) ? reset( $posts ) : null;
			self::$found = RegistryPostType::is( $first ) ? $first : null;
		}
		return $posts;
	}

	/**
	 * Puts back what WordPress dropped: it does so with whatever is private, whatever visitors may.
	 *
	 * @param mixed $posts What is left.
	 */
	public function put_back( mixed $posts, WP_Query $query ): mixed {
		return array() === $posts && $query->is_main_query() && $query->is_singular() && self::$found && self::guest() ? array( self::$found ) : $posts;
	}

	/**
	 * Asks of a visitor who has the cookie of a private registry nothing else to read it.
	 *
	 * @param array<string> $caps    Primitive capabilities that are needed so far.
	 * @param mixed         $cap     Capability that was asked for.
	 * @param mixed         $user_id User it was asked for.
	 * @param mixed         $args    What it was asked for; the first is the post.
	 * @return array<string>
	 */
	public function let_read( array $caps, mixed $cap, mixed $user_id, mixed $args ): array {
		if ( 'read_post' !== $cap || empty( $args[0] ) || get_current_user_id() !== (int) $user_id ) {
			return $caps;
		}
		$post = get_post( $args[0] );
		return $post instanceof WP_Post && 'private' === $post->post_status && self::is_open( $post ) ? array( 'exist' ) : $caps;
	}

	/**
	 * Asks a visitor who has the cookie of a registry for no password.
	 *
	 * @param mixed $is_required Whether one is asked for so far.
	 * @param mixed $post        What has the password.
	 */
	public function spare_password( mixed $is_required, mixed $post ): mixed {
		return $is_required && $post instanceof WP_Post && self::is_open( $post ) ? false : $is_required;
	}

	/** Notes that an invited member who is signed in has been here. */
	public function note_member(): void {
		$registry = is_user_logged_in() && self::is_page_request() ? self::asked() : null;
		if ( ! $registry || ! Invitees::of( $registry )->contain( wp_get_current_user() ) || ! Registries::may_read( $registry ) ) {
			return;
		}
		$user    = wp_get_current_user();
		$entries = array_map( PeopleList::normalize( ... ), Invitees::entries_of( $registry ) );
		foreach ( array( PeopleList::normalize( $user->user_email ), PeopleList::normalize( $user->user_login ) ) as $index => $name ) {
			// A user name may look like somebody's address.
			if ( str_contains( $name, '@' ) === ( 0 === $index ) && in_array( $name, $entries, true ) ) {
				State::note_here( $registry, $name );
			}
		}
	}

	/**
	 * Forgets what was known of people who are not invited any more.
	 *
	 * @param mixed $meta_id Not used.
	 * @param mixed $post_id The post whose meta has changed.
	 * @param mixed $key     Its key.
	 */
	public function forget( mixed $meta_id, mixed $post_id, mixed $key ): void {
		$registry = RegistryMeta::INVITEES === $key ? get_post( (int) $post_id ) : null;
		if ( $registry instanceof WP_Post && RegistryPostType::is( $registry ) && metadata_exists( 'post', $registry->ID, State::META ) ) {
			State::tidy( $registry );
		}
	}

	/** Checks whether a link opened a registry to the visitor, and this page is of it. */
	private static function is_open( WP_Post $registry ): bool {
		return RegistryPostType::is( $registry ) && self::is_page_request() && self::asked()?->ID === $registry->ID && null !== self::guest();
	}

	/** Checks whether this is a request for a page that people look at. */
	private static function is_page_request(): bool {
		global $wp_query;
		$is_other = is_admin() || wp_doing_cron() || ( defined( 'REST_REQUEST' ) && REST_REQUEST ) || ( defined( 'XMLRPC_REQUEST' ) && XMLRPC_REQUEST );
		return ! $is_other && $wp_query instanceof WP_Query && ! ( $wp_query->is_feed() || $wp_query->is_embed() || $wp_query->is_trackback() || $wp_query->is_preview() );
	}
}
