<?php
/** The theme's icon in tabs, for sites without a site icon of their own. @package Largesse */

declare( strict_types=1 );

namespace Largesse\Theme;

add_action( 'wp_head', __NAMESPACE__ . '\\print_icon' );

/** Prints a link to the theme's icon if the site has no icon. */
function print_icon(): void {
	if ( ! has_site_icon() ) {
		printf( '<link rel="icon" href="%s" type="image/svg+xml">' . "\n", esc_url( get_theme_file_uri( 'assets/icons/icon.svg' ) ) );
	}
}
