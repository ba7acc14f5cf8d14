<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use WP_Post;

/**
 * Declares the type of posts that registries are: the author is the owner, `publish` is a public registry, `private` one
 * for invited people.
 */
final class RegistryPostType {

	public const NAME = 'registry';

	/** Name of the transient that says that rules were made again. */
	private const MENDED = 'largesse_rules_made';

	/**
	 * Checks whether something is a registry.
	 *
	 * @param mixed $post A post, or what stands for none.
	 */
	public static function is( mixed $post ): bool {
		return $post instanceof WP_Post && self::NAME === $post->post_type;
	}

	/** Registers the post type with WordPress. */
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
				// Only administrators could manage a registry without an owner.
				'delete_with_user' => true,
			)
		);
	}

	/**
	 * Makes the addresses of registries work on a site that nobody activated the plugin on: activation for a network
	 * reaches its main site alone, and new sites begin with rules made for that one. It looks at what WordPress has
	 * loaded anyway, right before WordPress looks for the address that is asked for.
	 *
	 * @param mixed $is_parsed Whether it will look.
	 */
	public function mend_addresses( mixed $is_parsed ): mixed {
		$rules     = wp_load_alloptions()['rewrite_rules'] ?? '';
		$permalink = $GLOBALS['wp_rewrite']->get_extra_permastruct( self::NAME );
		if ( ! is_string( $rules ) || '' === $rules || ! is_string( $permalink ) ) {
			return $is_parsed;
		}
		// One of the rules that WordPress makes for a type of posts, as it is stored.
		$rule = '"' . ltrim( str_replace( '%' . self::NAME . '%', '([^/]+)', $permalink ), '/' ) . '/embed/?$"';
		if ( str_contains( $rules, $rule ) ) {
			return $is_parsed;
		}
		// Where somebody takes them out on purpose, they are not made for every visitor again.
		if ( false === get_transient( self::MENDED ) ) {
			set_transient( self::MENDED, 1, HOUR_IN_SECONDS );
			flush_rewrite_rules( false );
		}
		return $is_parsed;
	}

	/** Makes the addresses of registries work at once. */
	public function activate(): void {
		$this->register_post_type();
		flush_rewrite_rules();
	}

	/** Takes the addresses of registries on the current site back. The registries themselves stay. */
	public static function deactivate(): void {
		unregister_post_type( self::NAME );
		// The site makes new ones for its next visitor, with what is registered there.
		delete_option( 'rewrite_rules' );
		// Activated once more, the plugin makes its own there at once.
		delete_transient( self::MENDED );
	}
}
