<?php
/**
 * The registry post type.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Feature;
use WP_Post;

/**
 * A registry is a post of this type: its author the owner, `publish` a public one, `private` one for invited people.
 */
final class RegistryPostType implements Feature {

	public const NAME = 'registry';

	/**
	 * Adds the hooks of this feature.
	 */
	public function register(): void {
		add_action( 'init', array( $this, 'register_post_type' ) );
	}

	/**
	 * Whether something is a registry.
	 *
	 * @param mixed $post A post, or what stands for none.
	 */
	public static function is( mixed $post ): bool {
		return $post instanceof WP_Post && self::NAME === $post->post_type;
	}

	/**
	 * Makes the post type known to WordPress.
	 */
	public function register_post_type(): void {
		register_post_type(
			self::NAME,
			array(
				'labels'           => array(
					'name'          => __( 'Registries', 'largesse' ),
					'singular_name' => __( 'Registry', 'largesse' ),
					'all_items'     => __( 'All Registries', 'largesse' ),
					'add_new'       => __( 'Add Registry', 'largesse' ),
					'add_new_item'  => __( 'Add Registry', 'largesse' ),
					'new_item'      => __( 'New Registry', 'largesse' ),
					'edit_item'     => __( 'Edit Registry', 'largesse' ),
					'view_item'     => __( 'View Registry', 'largesse' ),
					'search_items'  => __( 'Search Registries', 'largesse' ),
					'not_found'     => __( 'No registries found.', 'largesse' ),
				),
				'public'           => true,
				'show_in_rest'     => true,
				'rest_base'        => 'registries',
				'menu_icon'        => 'dashicons-heart',
				// Without 'author' the REST API has no ?author=, without 'custom-fields' no meta.
				'supports'         => array( 'title', 'editor', 'author', 'custom-fields' ),
				'capability_type'  => array( 'registry', 'registries' ),
				'map_meta_cap'     => true,
				// A registry without its owner could be managed by nobody but administrators.
				'delete_with_user' => true,
			)
		);
	}

	/**
	 * Makes the addresses of registries work at once.
	 */
	public function activate(): void {
		$this->register_post_type();
		flush_rewrite_rules();
	}

	/**
	 * Takes the addresses of registries back. The registries themselves stay.
	 */
	public function deactivate(): void {
		unregister_post_type( self::NAME );
		flush_rewrite_rules();
	}
}
