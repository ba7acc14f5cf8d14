<?php
/**
 * The icon of a site that has none of its own: in tabs, among bookmarks and on the screens of phones.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Theme;

/** Sides of the icon's files in pixels. The one of 180 has no round corners, because phones cut their own. */
const ICON_SIDES = array( 32, 180, 192, 512 );

add_filter( 'get_site_icon_url', __NAMESPACE__ . '\\offer_icon', 10, 2 );
add_filter( 'site_icon_meta_tags', __NAMESPACE__ . '\\add_drawn_icon' );

/**
 * Gives the theme's icon where nobody chose one. In wp-admin there is none then, or WordPress would offer to remove it.
 *
 * @param string $url  Address of the icon, or of WordPress's own.
 * @param int    $side Pixels that are wanted.
 */
function offer_icon( $url, $side ): string {
	if ( is_admin() || get_option( 'site_icon' ) ) {
		return (string) $url;
	}
	$large = array_filter( ICON_SIDES, static fn ( int $one ) => $one >= (int) $side );
	return get_theme_file_uri( 'assets/icons/icon-' . ( array() === $large ? max( ICON_SIDES ) : min( $large ) ) . '.png' );
}

/**
 * Adds the theme's icon as a drawing, which is sharp at every size.
 *
 * @param list<string> $tags Tags of the page's head.
 * @return list<string>
 */
function add_drawn_icon( array $tags ): array {
	if ( get_option( 'site_icon' ) ) {
		return $tags;
	}
	return array( ...$tags, sprintf( '<link rel="icon" href="%s" type="image/svg+xml" sizes="any" />', esc_url( get_theme_file_uri( 'assets/icons/icon.svg' ) ) ) );
}
