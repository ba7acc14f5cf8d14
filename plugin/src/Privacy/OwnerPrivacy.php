<?php
/**
 * Keeps owners of registries out of public lists.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Privacy;

use Largesse\Feature;
use Largesse\Registry\RegistryPostType;
use WP_User;

/**
 * WordPress treats whoever published something as an author of the site and shows them to the world, with their
 * login name. Whoever only keeps a registry is no author.
 */
final class OwnerPrivacy implements Feature {

	/**
	 * Whether a user is an author, by id.
	 *
	 * @var array<int, bool>
	 */
	private array $authors = array();

	/**
	 * Adds the hooks of this feature.
	 */
	public function register(): void {
		add_filter( 'rest_user_query', array( $this, 'without_owners' ) );
		add_filter( 'wp_sitemaps_users_query_args', array( $this, 'without_owners' ) );
		add_filter( 'get_usernumposts', array( $this, 'count_without_registries' ), 10, 4 );
		// Before WordPress, at 10, redirects ?author=ID to an address with the login name.
		add_action( 'template_redirect', array( $this, 'close_archive' ), 1 );
	}

	/**
	 * Whether a user published something other than registries.
	 *
	 * @param int $user_id The user.
	 */
	public function is_author( int $user_id ): bool {
		$types = self::authored( get_post_types( array( 'public' => true ) ) );
		$shown = get_post();
		// What is being shown says it without a query.
		if ( $shown && (int) $shown->post_author === $user_id && 'publish' === $shown->post_status && in_array( $shown->post_type, $types, true ) ) {
			return true;
		}
		return $this->authors[ $user_id ] ??= $types && count_user_posts( $user_id, $types, true ) > 0;
	}

	/**
	 * Registries do not count as posts that make their author public.
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
	 * The same where the REST API decides whether one user may be shown.
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

	/**
	 * Those of some post types whose posts show the world who wrote them. Not the site's furniture: WordPress makes
	 * a menu in the name of whoever looks at the site first.
	 *
	 * @param array<string> $types Post types.
	 * @return list<string>
	 */
	private static function authored( array $types ): array {
		$public = array_diff( get_post_types( array( 'public' => true ) ), array( RegistryPostType::NAME, 'attachment' ) );
		return array_values( array_intersect( $types, $public ) );
	}

	/**
	 * Answers the archive of a user who is no author, and ?author=ID, as if there were no such user.
	 */
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
}
