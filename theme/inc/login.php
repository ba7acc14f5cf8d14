<?php
/**
 * The login, which is where the invited arrive.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Theme;

add_action( 'login_enqueue_scripts', __NAMESPACE__ . '\\style_login' );
add_filter( 'login_headerurl', __NAMESPACE__ . '\\site_address' );
add_filter( 'login_headertext', __NAMESPACE__ . '\\site_name' );

/**
 * Gives the login the colors of the site.
 */
function style_login(): void {
	wp_enqueue_style( 'largesse-login', get_theme_file_uri( 'assets/login.css' ), array( 'login' ), version_of( 'assets/login.css' ) );
}

/**
 * Returns the name of the site, in place of WordPress's.
 */
function site_name(): string {
	return get_bloginfo( 'name', 'display' );
}

/**
 * Returns the address of the site, in place of WordPress's.
 */
function site_address(): string {
	return home_url( '/' );
}
