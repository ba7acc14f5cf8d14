<?php
declare( strict_types=1 );

namespace Largesse\Operation\Privacy;

use Largesse\Registries\Registry\RegistryPostType;
use WP_Post;
use WP_User;

/**
 * Hides registry owners in WordPress's public data about authors. WordPress treats anyone who has published something
 * as an author, and lists authors publicly. Themes, feeds and embeds print an author's name with a link to the author's
 * archive. The address of the archive contains the login name. Until a user changes the display name, it is the login
 * name, too.
 */
final class OwnerPrivacy {

	/** Option that closes the archives of people who are not authors if its value is "1". */
	public const OPTION = 'largesse_close_author_pages';

	/** @var array<int, bool> Caches whether each user is an author, by user id. */
	private array $authors = array();

	/** Adapts a query for users who have published posts, so that registries do not count as posts. */
	public static function exclude_registries( array $query ): array {
		$types = $query['has_published_posts'] ?? null;
		if ( is_array( $types ) ) {
			$authored = self::authored( $types );
			// An empty list would return all users. No post has the empty type, so this query returns no user.
			$query['has_published_posts'] = $authored ? $authored : array( '' );
		}
		return $query;
	}

	/** Excludes registries when the REST API counts a user's posts. The REST API shows users who have published posts. */
	public static function count_without_registries(
		mixed $count,
		mixed $user_id,
		mixed $types,
		mixed $public_only
	): mixed {
		if ( ! is_array( $types ) || ! in_array( RegistryPostType::NAME, $types, true ) || ! wp_is_serving_rest_request() ) {
			return $count;
		}
		$authored = self::authored( $types );
		return $authored ? count_user_posts( (int) $user_id, $authored, (bool) $public_only ) : 0;
	}

	/**
	 * If the option is set, answers "not found" if the visitor opens the archive of a user who does not exist or is not
	 * an author. This also applies to archives opened as ?author=ID.
	 */
	public function close_archive(): void {
		global $wp_query;
		if ( ! is_author() || '1' !== get_option( self::OPTION ) ) {
			return;
		}
		$user = get_queried_object();
		if ( ! $user instanceof WP_User || ! $this->is_author( $user->ID ) ) {
			$wp_query->set_404();
			status_header( 404 );
			nocache_headers();
		}
	}

	/**
	 * On a registry, if its owner is not an author, replaces the link to the owner's archive with a link to the home
	 * page. In wp-admin, the link stays, because the list of users needs a link for each user.
	 */
	public function replace_archive_link( mixed $link, mixed $user_id ): mixed {
		return is_admin() || ! RegistryPostType::is( get_post() ) || $this->is_author( (int) $user_id )
			? $link
			: home_url( '/' );
	}

	/** Returns the name that is printed for the author of the current post. */
	public function current_name( mixed $name ): mixed {
		global $authordata;
		return $authordata instanceof WP_User ? $this->public_name( $name, $authordata->ID ) : $name;
	}

	/** On a registry outside wp-admin, replaces the login name of a user who is not an author. */
	public function public_name( mixed $name, mixed $user_id ): mixed {
		if ( is_admin() || ! RegistryPostType::is( get_post() ) ) {
			return $name;
		}
		$user = get_userdata( (int) $user_id );
		if ( ! $user || $name !== $user->user_login || $this->is_author( $user->ID ) ) {
			return $name;
		}
		return __( 'Registry owner', 'largesse' );
	}

	/** If another site embeds a registry, the embed names this site instead of the owner. */
	public static function hide_owner_in_embed( mixed $data, mixed $post ): mixed {
		if ( is_array( $data ) && $post instanceof WP_Post && RegistryPostType::is( $post ) ) {
			$data['author_name'] = get_bloginfo( 'name' );
			$data['author_url']  = home_url( '/' );
		}
		return $data;
	}

	/** Checks whether a user published something other than registries. */
	private function is_author( int $user_id ): bool {
		$types = self::authored( get_post_types( array( 'public' => true ) ) );
		return $this->authors[ $user_id ] ??= $types && count_user_posts( $user_id, $types, true ) > 0;
	}

	/**
	 * Removes registries, attachments and internal types from a list of post types. Only posts of the remaining types
	 * make a user an author. Internal types do not count, because WordPress itself creates posts of such types. For
	 * example, it creates a menu whose author is the user who happens to open the site first.
	 */
	private static function authored( array $types ): array {
		$public = array_diff( get_post_types( array( 'public' => true ) ), array( RegistryPostType::NAME, 'attachment' ) );
		return array_values( array_intersect( $types, $public ) );
	}
}
