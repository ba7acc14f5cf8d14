<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use WP_Post;

/** Adds a page to the menu of the site, unless the menu contains the page. */
final class MenuEntry {

	/**
	 * Returns the name of the menu to which the page was added; null if there is none, or if it shows the page already.
	 */
	public static function add( int $page_id ): ?string {
		$page = get_post( $page_id );
		if ( ! $page instanceof WP_Post || 'publish' !== $page->post_status ) {
			return null;
		}
		return wp_is_block_theme() ? self::add_to_navigation( $page ) : self::add_to_menu( $page );
	}

	/** Block themes: the newest menu is the one that WordPress's navigation block shows if the theme names none. */
	private static function add_to_navigation( WP_Post $page ): ?string {
		$menu = get_posts(
			array(
				'post_type'   => 'wp_navigation',
				'post_status' => 'publish',
				'numberposts' => 1,
				'orderby'     => 'date',
				'order'       => 'DESC',
			)
		)[0] ?? null;
		// Without a menu, or with this block, the block lists all pages of the site.
		if (
			! $menu instanceof WP_Post
			|| has_block( 'core/page-list', $menu )
			|| str_contains( $menu->post_content, "\"id\":{$page->ID}," )
		) {
			return null;
		}
		$link = serialize_block(
			array(
				'blockName'    => 'core/navigation-link',
				'attrs'        => array(
					'label' => $page->post_title,
					'type'  => 'page',
					'id'    => $page->ID,
					'url'   => (string) get_permalink( $page ),
					'kind'  => 'post-type',
				),
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

	/** Classic themes: the menu at the theme's first place that has one. Without a menu, most themes list all pages. */
	private static function add_to_menu( WP_Post $page ): ?string {
		$menus = array_filter( array_map( 'wp_get_nav_menu_object', array_filter( get_nav_menu_locations() ) ) );
		$menu  = reset( $menus );
		if ( ! $menu ) {
			return null;
		}
		foreach ( (array) wp_get_nav_menu_items( $menu ) as $item ) {
			if ( 'page' === $item->object && (int) $item->object_id === $page->ID ) {
				return null;
			}
		}
		$id = wp_update_nav_menu_item(
			$menu->term_id,
			0,
			array(
				'menu-item-object-id' => $page->ID,
				'menu-item-object'    => 'page',
				'menu-item-type'      => 'post_type',
				'menu-item-status'    => 'publish',
			)
		);
		return is_wp_error( $id ) ? null : $menu->name;
	}
}
