<?php
/** Styles, fonts, the icon, and the login page, where invited people arrive. @package Largesse */

declare( strict_types=1 );

namespace Largesse\Theme;

/** Font files that every page in a Latin script uses. */
const FIRST_FONTS = array( 'figtree-latin', 'fraunces-latin' );

add_action( 'after_setup_theme', __NAMESPACE__ . '\\style_the_editor' );
add_action( 'wp_enqueue_scripts', __NAMESPACE__ . '\\add_style' );
add_action( 'wp_head', __NAMESPACE__ . '\\preload_fonts', 1 );
add_action( 'wp_head', __NAMESPACE__ . '\\print_icon' );
add_action( 'login_enqueue_scripts', __NAMESPACE__ . '\\style_login' );
add_action( 'login_head', 'wp_print_font_faces' );
add_filter( 'login_headerurl', __NAMESPACE__ . '\\site_address' );
add_filter( 'login_headertext', __NAMESPACE__ . '\\site_name' );

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
	wp_enqueue_style(
		'largesse-theme',
		get_theme_file_uri( 'assets/theme.css' ),
		array(),
		version_of( 'assets/theme.css' )
	);
}

/** Preloads the fonts. Until they are loaded, text appears in fallback fonts of the same size (theme.css). */
function preload_fonts(): void {
	foreach ( FIRST_FONTS as $font ) {
		printf( '<link rel="preload" href="%s" as="font" type="font/woff2" crossorigin>' . "\n", esc_url( get_theme_file_uri( "assets/fonts/{$font}.woff2" ) ) );
	}
}

/** Returns the modification time of a file of the theme, so that browsers load the file again after a change. */
function version_of( string $file ): string {
	return (string) filemtime( get_theme_file_path( $file ) );
}

/** Prints a link to the theme's icon for tabs, if the site has no icon of its own. */
function print_icon(): void {
	if ( ! has_site_icon() ) {
		printf(
			'<link rel="icon" href="%s" type="image/svg+xml">' . "\n",
			esc_url( get_theme_file_uri( 'assets/icons/icon.svg' ) )
		);
	}
}

/** Adds the theme's styles to the login page, in the colors of the site. */
function style_login(): void {
	add_style();
	wp_enqueue_style(
		'largesse-login',
		get_theme_file_uri( 'assets/login.css' ),
		array( 'login', 'largesse-theme' ),
		version_of( 'assets/login.css' )
	);
	wp_add_inline_style( 'largesse-login', wp_get_global_stylesheet( array( 'variables' ) ) );
}

/** Returns the name of the site instead of "Powered by WordPress". */
function site_name(): string {
	return get_bloginfo( 'name', 'display' );
}

/** Returns the address of the site instead of wordpress.org. */
function site_address(): string {
	return home_url( '/' );
}
