<?php
/**
 * Keeps the login names of owners out of public pages.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Privacy;

use Largesse\Feature;
use Largesse\Registry\RegistryPostType;
use WP_Post;
use WP_User;

/**
 * Themes, feeds and embeds print the author of a post and link to the author's archive, whose address is the login
 * name; and the name is the login name too until the user chooses another.
 */
final class OwnerNames implements Feature {

	/**
	 * Keeps what decides who is an author.
	 *
	 * @param OwnerPrivacy $privacy Tells who is an author of the site.
	 */
	public function __construct( private readonly OwnerPrivacy $privacy ) {}

	/**
	 * Adds the hooks of this feature.
	 */
	public function register(): void {
		add_filter( 'author_link', array( $this, 'link' ), 10, 2 );
		add_filter( 'the_author', array( $this, 'current_name' ) );
		add_filter( 'get_the_author_display_name', array( $this, 'name' ), 10, 2 );
		add_filter( 'oembed_response_data', array( $this, 'embed' ), 10, 2 );
	}

	/**
	 * The archive of a user who is no author does not exist; the link leads home. In wp-admin, whose list of users
	 * asks for every one, it stays.
	 *
	 * @param mixed $link    Address of the archive.
	 * @param mixed $user_id The user.
	 */
	public function link( mixed $link, mixed $user_id ): mixed {
		return is_admin() || $this->privacy->is_author( (int) $user_id ) ? $link : home_url( '/' );
	}

	/**
	 * The name that is printed for the author of the current post.
	 *
	 * @param mixed $name Name as it would be printed.
	 */
	public function current_name( mixed $name ): mixed {
		global $authordata;
		return $authordata instanceof WP_User ? $this->name( $name, $authordata->ID ) : $name;
	}

	/**
	 * The name that is printed for a user: their own choice, never their login name.
	 *
	 * @param mixed $name    Name as it would be printed.
	 * @param mixed $user_id The user.
	 */
	public function name( mixed $name, mixed $user_id ): mixed {
		$user = get_userdata( (int) $user_id );
		if ( is_admin() || ! $user || $name !== $user->user_login || $this->privacy->is_author( $user->ID ) ) {
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
}
