<?php
/**
 * Styles and fonts.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Theme;

use WP_Theme_JSON_Data;

/** The faces that every page in a Latin script shows. */
const FIRST_FONTS = array( 'figtree-latin', 'fraunces-latin' );

add_action( 'after_setup_theme', __NAMESPACE__ . '\\style_the_editor' );
add_filter( 'wp_theme_json_data_theme', __NAMESPACE__ . '\\show_fonts_in_the_editor' );
add_action( 'wp_enqueue_scripts', __NAMESPACE__ . '\\add_style' );
add_action( 'wp_head', __NAMESPACE__ . '\\preload_fonts', 1 );

/**
 * Lets authors see in the editor what visitors will see.
 */
function style_the_editor(): void {
	add_editor_style( 'assets/theme.css' );
}

/**
 * Lets the editor show the fonts however late they come: they are optional elsewhere, and nobody asks for them there
 * before the text is shown.
 *
 * @param WP_Theme_JSON_Data $json What theme.json says.
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
 * Adds what theme.json cannot say. It stays a file of its own, which WordPress would write into the page if it knew the
 * path: while the first page waits for it, the fonts arrive.
 */
function add_style(): void {
	wp_enqueue_style( 'largesse-theme', get_theme_file_uri( 'assets/theme.css' ), array(), version_of( 'assets/theme.css' ) );
}

/**
 * Asks for the fonts at once. They are optional (theme.json): where they are late, the first page goes without, so that
 * no text moves.
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
 * Returns the version of a file, which makes browsers load it again once it has changed.
 *
 * @param string $file Its path below the theme's folder.
 */
function version_of( string $file ): string {
	return (string) filemtime( get_theme_file_path( $file ) );
}
