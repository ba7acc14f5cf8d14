<?php
/**
 * The theme's icon in tabs, in bookmarks and on phones, for sites without a site icon of their own.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Theme;

/** Widths of the icon files in pixels. The file of 180 pixels has square corners, because phones round the corners. */
const ICON_SIDES = array( 32, 180, 192, 512 );

add_filter( 'get_site_icon_url', __NAMESPACE__ . '\\offer_icon', 10, 2 );
add_filter( 'site_icon_meta_tags', __NAMESPACE__ . '\\add_drawn_icon' );

/**
 * Returns the address of the theme's icon if the site has no icon. In wp-admin, returns `$url` unchanged. Otherwise,
 * WordPress would take the theme's icon for the site's own, and offer to remove it.
 *
 * @param string $url  Address of the site's icon or of the WordPress logo.
 * @param int    $side Requested width in pixels.
 */
function offer_icon( $url, $side ): string {
	if ( is_admin() || get_option( 'site_icon' ) ) {
		return (string) $url;
	}
	$large = array_filter( ICON_SIDES, static fn ( int $width ) => $width >= (int) $side );
	return get_theme_file_uri( 'assets/icons/icon-' . ( array() === $large ? max( ICON_SIDES ) : min( $large ) ) . '.png' );
}

/**
 * Adds the theme's icon as an SVG, because an SVG is sharp at every size.
 *
 * @param list<string> $tags Icon tags for the head of the page.
 * @return list<string>
 */
function add_drawn_icon( array $tags ): array {
	if ( get_option( 'site_icon' ) ) {
		return $tags;
	}
	return array( ...$tags, sprintf( '<link rel="icon" href="%s" type="image/svg+xml" sizes="any" />', esc_url( get_theme_file_uri( 'assets/icons/icon.svg' ) ) ) );
}
