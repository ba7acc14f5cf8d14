<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Service\Rules;
use WP_Post;

/**
 * Post type of registries. The author of the post owns the registry. A registry with the status `publish` is public,
 * and a registry with the status `private` is for invited people.
 */
final class RegistryPostType {

	public const NAME = 'registry';

	/** Name of the transient that is set after rewrite rules were regenerated. */
	public const MENDED = 'largesse_rules_made';

	/** Checks whether a value is a registry. @param mixed $post A post, or any other value. */
	public static function is( mixed $post ): bool {
		return $post instanceof WP_Post && self::NAME === $post->post_type;
	}

	/** Checks whether a value is a registry that people other than its owners may see. */
	public static function is_shared( mixed $post ): bool {
		return self::is( $post ) && in_array( $post->post_status, Rules::REGISTRY_STATUSES, true );
	}

	/** Keeps the title "0", which WordPress treats as empty. @param mixed $post The post, or its id. */
	public static function keep_zero( mixed $title, mixed $post = null ): mixed {
		return '0' === $title && ! wp_is_serving_rest_request() && self::is( get_post( $post ) ) ? '&#48;' : $title;
	}

	/** Replaces the slug "0" of a registry, because WordPress treats this slug as empty. */
	public static function replace_zero_slug( mixed $other, mixed $slug, mixed $post_id, mixed $status, mixed $type ): mixed {
		return '0' === $slug && self::NAME === $type ? wp_unique_post_slug( self::NAME . '-0', (int) $post_id, (string) $status, self::NAME, 0 ) : $other;
	}

	/** Registers the post type and its capabilities. While it starts, WordPress checks other capabilities eight times. */
	public static function register_post_type(): void {
		add_filter( 'user_has_cap', array( Capabilities::class, 'grant' ), 10, 4 );
		add_filter( 'map_meta_cap', array( Capabilities::class, 'grant_to_named_people' ), 10, 4 );
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
				// The REST API needs 'author' for the parameter `author`, and 'custom-fields' for the field `meta`.
				'supports'         => array( 'title', 'editor', 'author', 'custom-fields' ),
				'capability_type'  => array( 'registry', 'registries' ),
				'map_meta_cap'     => true,
				// Otherwise, a deleted user's registry would remain without an owner. Only administrators could manage
				// this registry.
				'delete_with_user' => true,
			)
		);
	}

	/**
	 * Adds missing rewrite rules on the sites of a network. A network activation adds rules only to the main site, and
	 * new sites start with the rules of the main site. The check runs right before WordPress parses the address. It
	 * reads only options that WordPress has already loaded.
	 */
	public static function repair_rewrite_rules( mixed $is_parsed ): mixed {
		$rules     = wp_load_alloptions()['rewrite_rules'] ?? '';
		$permalink = $GLOBALS['wp_rewrite']->get_extra_permastruct( self::NAME );
		if ( ! is_string( $rules ) || '' === $rules || ! is_string( $permalink ) ) {
			return $is_parsed;
		}
		// One of the rules that WordPress creates for the post type, in its stored form.
		$rule = '"' . ltrim( str_replace( '%' . self::NAME . '%', '([^/]+)', $permalink ), '/' ) . '/embed/?$"';
		if ( str_contains( $rules, $rule ) ) {
			return $is_parsed;
		}
		// Regenerate the rules at most once an hour, because another plugin may remove them each time.
		if ( false === get_transient( self::MENDED ) ) {
			set_transient( self::MENDED, 1, HOUR_IN_SECONDS );
			flush_rewrite_rules( false );
		}
		return $is_parsed;
	}

	/** Generates the rewrite rules when the plugin is activated. */
	public static function activate(): void {
		self::register_post_type();
		flush_rewrite_rules();
	}

	/** Removes the rewrite rules of the current site. The registries remain. */
	public static function deactivate(): void {
		unregister_post_type( self::NAME );
		// At the next request, WordPress generates new rules from the registered post types.
		delete_option( 'rewrite_rules' );
		// Otherwise, the plugin might not repair its rules in the first hour after a reactivation.
		delete_transient( self::MENDED );
	}
}
