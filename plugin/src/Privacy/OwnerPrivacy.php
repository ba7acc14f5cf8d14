<?php
declare( strict_types=1 );

namespace Largesse\Privacy;

use Largesse\Registry\RegistryPostType;
use WP_Post;
use WP_User;

/**
 * Keeps those who only keep a registry out of what WordPress tells the world of authors. It treats whoever published
 * something as one: lists them, and lets themes, feeds and embeds print their name and link to their archive, whose
 * address is the login name; and the name is the login name too until the user chooses another.
 */
final class OwnerPrivacy {

	/**
	 * Remembers by id whether a user is an author.
	 *
	 * @var array<int, bool>
	 */
	private array $authors = array();

	/**
	 * Takes registries out of the posts that make their author public.
	 *
	 * @param array<string, mixed> $query Query for users.
	 * @return array<string, mixed>
	 */
	public function without_owners( array $query ): array {
		$types = $query['has_published_posts'] ?? null;
		if ( is_array( $types ) ) {
			$authored = self::authored( $types );
			// An empty list would mean all users; no post has an empty type.
			$query['has_published_posts'] = $authored ? $authored : array( '' );
		}
		return $query;
	}

	/**
	 * Does the same where the REST API decides whether one user may be shown.
	 *
	 * @param mixed $count       Number of posts.
	 * @param mixed $user_id     Their author.
	 * @param mixed $types       Post types that were counted.
	 * @param mixed $public_only Whether only public posts were counted.
	 */
	public function count_without_registries( mixed $count, mixed $user_id, mixed $types, mixed $public_only ): mixed {
		if ( ! is_array( $types ) || ! in_array( RegistryPostType::NAME, $types, true ) || ! wp_is_serving_rest_request() ) {
			return $count;
		}
		$authored = self::authored( $types );
		return $authored ? count_user_posts( (int) $user_id, $authored, (bool) $public_only ) : 0;
	}

	/** Answers the archive of a user who is no author, and ?author=ID, as if there were no such user. */
	public function close_archive(): void {
		global $wp_query;
		if ( ! is_author() ) {
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
	 * Leads home instead of to the archive of a user who is no author, which does not exist. In wp-admin, whose list of users
	 * asks for every one, it stays.
	 *
	 * @param mixed $link    Address of the archive.
	 * @param mixed $user_id The user.
	 */
	public function link( mixed $link, mixed $user_id ): mixed {
		return is_admin() || $this->is_author( (int) $user_id ) ? $link : home_url( '/' );
	}

	/**
	 * Returns the name that is printed for the author of the current post.
	 *
	 * @param mixed $name Name as it would be printed.
	 */
	public function current_name( mixed $name ): mixed {
		global $authordata;
		return $authordata instanceof WP_User ? $this->name( $name, $authordata->ID ) : $name;
	}

	/**
	 * Returns the name that is printed for a user: their own choice, never their login name.
	 *
	 * @param mixed $name    Name as it would be printed.
	 * @param mixed $user_id The user.
	 */
	public function name( mixed $name, mixed $user_id ): mixed {
		$user = get_userdata( (int) $user_id );
		if ( is_admin() || ! $user || $name !== $user->user_login || $this->is_author( $user->ID ) ) {
			return $name;
		}
		return __( 'Registry owner', 'largesse' );
	}

	/**
	 * Names the site instead of the owner where other sites embed a registry.
	 *
	 * @param mixed $data What the other site is told.
	 * @param mixed $post The post.
	 */
	public function embed( mixed $data, mixed $post ): mixed {
		if ( is_array( $data ) && $post instanceof WP_Post && RegistryPostType::is( $post ) ) {
			$data['author_name'] = get_bloginfo( 'name' );
			$data['author_url']  = home_url( '/' );
		}
		return $data;
	}

	/** Checks whether a user published something other than registries. */
	private function is_author( int $user_id ): bool {
		$types = self::authored( get_post_types( array( 'public' => true ) ) );
		$shown = get_post();
		// What is being shown says it without a query.
		if ( $shown && (int) $shown->post_author === $user_id && 'publish' === $shown->post_status && in_array( $shown->post_type, $types, true ) ) {
			return true;
		}
		return $this->authors[ $user_id ] ??= $types && count_user_posts( $user_id, $types, true ) > 0;
	}

	/**
	 * Picks from post types those whose posts show the world who wrote them. Not the site's furniture: WordPress makes
	 * a menu in the name of whoever looks at the site first.
	 *
	 * @param array<string> $types Post types.
	 * @return list<string>
	 */
	private static function authored( array $types ): array {
		$public = array_diff( get_post_types( array( 'public' => true ) ), array( RegistryPostType::NAME, 'attachment' ) );
		return array_values( array_intersect( $types, $public ) );
	}
}
