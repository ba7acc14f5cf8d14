<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Service\Rules;
use WP_Post;

/**
 * Post type of registries, with the addresses and titles of their pages. The author of the post owns the registry. A
 * registry with the status `publish` is public, and a registry with the status `private` is for invited people.
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
	public static function replace_zero_slug(
		mixed $other,
		mixed $slug,
		mixed $post_id,
		mixed $status,
		mixed $type
	): mixed {
		return '0' === $slug && self::NAME === $type
			? wp_unique_post_slug( self::NAME . '-0', (int) $post_id, (string) $status, self::NAME, 0 )
			: $other;
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
				// WordPress's own abilities for posts ignore who may see people and gifts; the plugin has its own.
				'show_in_abilities' => false,
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
	 * Keeps registries out of WordPress's live collaboration, which would copy all meta into `_crdt_document`, invitees'
	 * addresses included. No erasure of personal data finds them there.
	 */
	public static function disable_collaboration(): void {
		add_filter(
			'wp_is_post_type_collaboration_disabled',
			static fn ( mixed $is_disabled, mixed $type ): mixed => self::NAME === $type ? true : $is_disabled,
			10,
			2
		);
		// Before the callbacks of the Gutenberg plugin (priority 10).
		add_filter( 'add_post_metadata', array( self::class, 'drop_collaboration' ), 5, 3 );
		add_filter( 'update_post_metadata', array( self::class, 'drop_collaboration' ), 5, 3 );
	}

	/**
	 * Never stores a document of the live collaboration. Older versions of the Gutenberg plugin do not know the filter.
	 * Returns true, which WordPress treats as stored, because an error would stop the editor.
	 */
	public static function drop_collaboration( mixed $stored, mixed $post_id, mixed $key ): mixed {
		return '_crdt_document' === $key && self::NAME === get_post_type( (int) $post_id ) ? true : $stored;
	}

	/** Removes the prefixes "Private: " and "Protected: " from the title of a registry. */
	public static function title_format( mixed $format, mixed $post = null ): mixed {
		return self::is( $post ) ? '%s' : $format;
	}

	/**
	 * Accepts a registry's id in ?registry=, in addition to its slug. In permalinks, a number is always a slug. If the
	 * address also names a page, hides the parameter from WordPress's query. The page then reads the parameter itself.
	 */
	public static function accept_id( array $vars ): array {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Reading a page needs no nonce.
		$asked = isset( $_GET[ self::NAME ] ) ? $vars[ self::NAME ] ?? '' : '';
		if ( '' !== $asked && ( isset( $vars['pagename'] ) || isset( $vars['page_id'] ) ) ) {
			unset( $vars['post_type'], $vars['name'], $vars[ self::NAME ] );
			return $vars;
		}
		if ( is_array( $vars[ self::NAME ] ?? '' ) || '0' === ( $vars[ self::NAME ] ?? '' ) ) {
			// WordPress would use the array from "?registry[]=" as a name, and PHP would stop with a fatal error. For the
			// name "0", WordPress would show the start page.
			unset( $vars['post_type'], $vars['name'], $vars[ self::NAME ] );
			return array( 'error' => '404' ) + $vars;
		}
		$registry = Registries::with_id( (string) $asked );
		if ( $registry ) {
			$vars['p'] = $registry->ID;
			unset( $vars['name'], $vars[ self::NAME ] );
		}
		return $vars;
	}

	/**
	 * Keeps visitors on the front page if the address also names a registry. Otherwise WordPress would redirect to "/"
	 * and keep ?registry=. This parameter would then cause a second redirect, to the registry.
	 */
	public static function stay_on_front_page( mixed $url ): mixed {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Reading a page needs no nonce.
		return isset( $_GET[ self::NAME ] ) && is_page() && is_front_page() ? false : $url;
	}

	/**
	 * Hides the new address of a registry from visitors who may not read the registry. Otherwise, WordPress would
	 * redirect the old address to the new address, which contains the new name of a private registry.
	 */
	public static function hide_moved( mixed $id ): mixed {
		$post = $id ? get_post( (int) $id ) : null;
		if ( ! $post instanceof WP_Post || ! self::is( $post ) || is_post_publicly_viewable( $post ) ) {
			return $id;
		}
		return current_user_can( 'read_post', $post->ID ) ? $id : 0;
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
