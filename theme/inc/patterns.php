<?php
/** Translations, category and helpers for the patterns. @package Largesse */

declare( strict_types=1 );

namespace Largesse\Theme;

add_action( 'after_setup_theme', __NAMESPACE__ . '\\load_translations' );
add_action( 'init', __NAMESPACE__ . '\\add_pattern_category' );

/** Loads the theme's translations. */
function load_translations(): void {
	load_theme_textdomain( 'largesse-theme', get_template_directory() . '/languages' );
}

/** Registers a category for the theme's patterns in the inserter. */
function add_pattern_category(): void {
	register_block_pattern_category( 'largesse', array( 'label' => __( 'Largesse', 'largesse-theme' ) ) );
}

/**
 * Returns the address of a drawing, escaped for block attributes and HTML.
 *
 * @param string $name File name without extension.
 */
function drawing( string $name ): string {
	return esc_url( get_theme_file_uri( "assets/drawings/{$name}.svg" ) );
}

/** Encodes a text as JSON for the comment of a block. */
function json_text( string $text ): string {
	return substr( serialize_block_attributes( array( $text ) ), 1, -1 );
}
