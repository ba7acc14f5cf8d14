<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use WP_Post;

/** Adds a page of the site or an address to the menu of the site, unless the menu contains it. */
final class MenuEntry {

	/**
	 * Returns the name of the menu to which the page was added; null if there is none, or if it shows the page already.
	 */
	public static function add( int $page_id ): ?string {
		$page = get_post( $page_id );
		if ( ! $page instanceof WP_Post || 'publish' !== $page->post_status ) {
			return null;
		}
		return wp_is_block_theme()
			? self::add_to_navigation(
				array(
					'label' => $page->post_title,
					'type'  => 'page',
					'id'    => $page->ID,
					'url'   => (string) get_permalink( $page ),
					'kind'  => 'post-type',
				),
				// This block lists all pages of the site.
				static fn ( WP_Post $menu ): bool => has_block( 'core/page-list', $menu )
					|| str_contains( $menu->post_content, "\"id\":{$page->ID}," )
			)
			: self::add_to_menu(
				array(
					'menu-item-object-id' => $page->ID,
					'menu-item-object'    => 'page',
					'menu-item-type'      => 'post_type',
				),
				static fn ( object $item ): bool => 'page' === $item->object && (int) $item->object_id === $page->ID
			);
	}

	/** Returns the name of the menu to which the address was added; null if there is none, or if it shows it already. */
	public static function add_address( string $label, string $url ): ?string {
		return wp_is_block_theme()
			? self::add_to_navigation(
				array(
					'label' => $label,
					'url'   => $url,
					'kind'  => 'custom',
				),
				static fn ( WP_Post $menu ): bool => in_array(
					$url,
					array_column( array_column( parse_blocks( $menu->post_content ), 'attrs' ), 'url' ),
					true
				)
			)
			: self::add_to_menu(
				array(
					'menu-item-title' => $label,
					'menu-item-url'   => $url,
					'menu-item-type'  => 'custom',
				),
				static fn ( object $item ): bool => 'custom' === $item->type && $url === $item->url
			);
	}

	/**
	 * Block themes: the newest menu is the one that WordPress's navigation block shows if the theme names none. Without a
	 * menu, the block lists all pages of the site.
	 *
	 * @param array<string, mixed>    $attributes Attributes of the link's block.
	 * @param callable(WP_Post): bool $shows_it   Checks whether a menu shows it already.
	 */
	private static function add_to_navigation( array $attributes, callable $shows_it ): ?string {
		$menu = get_posts(
			array(
				'post_type'   => 'wp_navigation',
				'post_status' => 'publish',
				'numberposts' => 1,
				'orderby'     => 'date',
				'order'       => 'DESC',
			)
		)[0] ?? null;
		if ( ! $menu instanceof WP_Post || $shows_it( $menu ) ) {
			return null;
		}
		$link = serialize_block(
			array(
				'blockName'    => 'core/navigation-link',
				'attrs'        => $attributes,
				'innerBlocks'  => array(),
				'innerContent' => array(),
			)
		);
		$id   = wp_update_post(
			wp_slash(
				array(
					'ID'           => $menu->ID,
					'post_content' => rtrim( $menu->post_content ) . "\n\n{$link}",
				)
			)
		);
		return $id > 0 ? $menu->post_title : null;
	}

	/**
	 * Classic themes: the menu at the theme's first place that has one. Without a menu, most themes list all pages.
	 *
	 * @param array<string, mixed>   $data     Data of the new item of the menu.
	 * @param callable(object): bool $shows_it Checks whether an item of the menu shows it already.
	 */
	private static function add_to_menu( array $data, callable $shows_it ): ?string {
		$menus = array_filter( array_map( 'wp_get_nav_menu_object', array_filter( get_nav_menu_locations() ) ) );
		$menu  = reset( $menus );
		if ( ! $menu || array() !== array_filter( (array) wp_get_nav_menu_items( $menu ), $shows_it ) ) {
			return null;
		}
		$id = wp_update_nav_menu_item( $menu->term_id, 0, $data + array( 'menu-item-status' => 'publish' ) );
		return is_wp_error( $id ) ? null : $menu->name;
	}
}
