<?php
/**
 * Styles and fonts.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Theme;

use WP_Theme_JSON_Data;

/** Font files that every page in a Latin script uses. */
const FIRST_FONTS = array( 'figtree-latin', 'fraunces-latin' );

add_action( 'after_setup_theme', __NAMESPACE__ . '\\style_the_editor' );
add_filter( 'wp_theme_json_data_theme', __NAMESPACE__ . '\\show_fonts_in_the_editor' );
add_action( 'wp_enqueue_scripts', __NAMESPACE__ . '\\add_style' );
add_action( 'wp_head', __NAMESPACE__ . '\\preload_fonts', 1 );

/**
 * Adds the theme's styles to the editor.
 */
function style_the_editor(): void {
	add_editor_style( 'assets/theme.css' );
}

/**
 * Sets font-display to swap in the editor. Pages preload the fonts and use "optional", but the editor loads them too late
 * for that.
 *
 * @param WP_Theme_JSON_Data $json Contents of theme.json.
 */
function show_fonts_in_the_editor( WP_Theme_JSON_Data $json ): WP_Theme_JSON_Data {
	$data     = $json->get_data();
	$families = $data['settings']['typography']['fontFamilies']['theme'] ?? array();
	if ( ! is_admin() || array() === $families ) {
		return $json;
	}
	foreach ( $families as $family => $settings ) {
		foreach ( array_keys( $settings['fontFace'] ?? array() ) as $face ) {
			$families[ $family ]['fontFace'][ $face ]['fontDisplay'] = 'swap';
		}
	}
	return $json->update_with(
		array(
			'version'  => $data['version'],
			'settings' => array( 'typography' => array( 'fontFamilies' => $families ) ),
		)
	);
}

/**
 * Adds theme.css. The style has no path, so WordPress does not inline it: the fonts arrive while the page waits for it.
 */
function add_style(): void {
	wp_enqueue_style( 'largesse-theme', get_theme_file_uri( 'assets/theme.css' ), array(), version_of( 'assets/theme.css' ) );
}

/**
 * Preloads the fonts. If they arrive late, the first page does without them, so that no text moves (font-display:
 * optional in theme.json).
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
 * Returns the version of a file, so that browsers load it again after a change.
 *
 * @param string $file Path relative to the theme's folder.
 */
function version_of( string $file ): string {
	return (string) filemtime( get_theme_file_path( $file ) );
}
