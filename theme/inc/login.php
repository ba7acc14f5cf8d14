<?php
/** Login page. Invited people arrive here. @package Largesse */

declare( strict_types=1 );

namespace Largesse\Theme;

add_action( 'login_enqueue_scripts', __NAMESPACE__ . '\\style_login' );
add_action( 'login_head', 'wp_print_font_faces' );
add_filter( 'login_headerurl', __NAMESPACE__ . '\\site_address' );
add_filter( 'login_headertext', __NAMESPACE__ . '\\site_name' );

/** Adds the theme's styles to the login page, in the colors of the site. */
function style_login(): void {
	add_style();
	wp_enqueue_style( 'largesse-login', get_theme_file_uri( 'assets/login.css' ), array( 'login', 'largesse-theme' ), version_of( 'assets/login.css' ) );
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
