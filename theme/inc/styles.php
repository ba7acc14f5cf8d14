<?php
/** Styles, fonts and the icon. @package Largesse */

declare( strict_types=1 );

namespace Largesse\Theme;

/** Font files that every page in a Latin script uses. */
const FIRST_FONTS = array( 'figtree-latin', 'fraunces-latin' );

add_action( 'after_setup_theme', __NAMESPACE__ . '\\style_the_editor' );
add_action( 'wp_enqueue_scripts', __NAMESPACE__ . '\\add_style' );
add_action( 'wp_head', __NAMESPACE__ . '\\preload_fonts', 1 );
add_action( 'wp_head', __NAMESPACE__ . '\\print_icon' );

/** Adds the theme's styles to the editor. */
function style_the_editor(): void {
	add_editor_style( 'assets/theme.css' );
}

/**
 * Links to theme.css instead of printing it inline. Before the browser shows the page, it waits for theme.css, and
 * loads the fonts in the meantime. WordPress prints a style inline only if the style has a path, so this function sets
 * no path.
 */
function add_style(): void {
	wp_enqueue_style( 'largesse-theme', get_theme_file_uri( 'assets/theme.css' ), array(), version_of( 'assets/theme.css' ) );
}

/**
 * Preloads the fonts. Until they are loaded, text appears in fallback fonts of the same width and height (theme.css).
 */
function preload_fonts(): void {
	foreach ( FIRST_FONTS as $font ) {
		printf(
			'<link rel="preload" href="%s" as="font" type="font/woff2" crossorigin>' . "\n",
			esc_url( get_theme_file_uri( "assets/fonts/{$font}.woff2" ) )
		);
	}
}

/**
 * Returns a file's modification time as its version, so that browsers load the file again after a change.
 *
 * @param string $file Path relative to the theme's folder.
 */
function version_of( string $file ): string {
	return (string) filemtime( get_theme_file_path( $file ) );
}

/** Prints a link to the theme's icon for tabs, if the site has no icon of its own. */
function print_icon(): void {
	if ( ! has_site_icon() ) {
		printf( '<link rel="icon" href="%s" type="image/svg+xml">' . "\n", esc_url( get_theme_file_uri( 'assets/icons/icon.svg' ) ) );
	}
}
