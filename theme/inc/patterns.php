<?php
/**
 * What the patterns need.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Theme;

add_action( 'after_setup_theme', __NAMESPACE__ . '\\load_translations' );
add_action( 'init', __NAMESPACE__ . '\\add_pattern_category' );

/**
 * Loads the theme's translations.
 */
function load_translations(): void {
	load_theme_textdomain( 'largesse', get_template_directory() . '/languages' );
}

/**
 * Groups the theme's patterns in the inserter.
 */
function add_pattern_category(): void {
	register_block_pattern_category( 'largesse', array( 'label' => __( 'Largesse', 'largesse' ) ) );
}

/**
 * Returns the address of a drawing, for the JSON of a block and for HTML alike.
 *
 * @param string $name Its file's name, without the ending.
 */
function drawing( string $name ): string {
	return esc_url( get_theme_file_uri( "assets/drawings/{$name}.svg" ) );
}

/**
 * Encodes a text as an attribute in the comment of a block, whatever is in it.
 *
 * @param string $text The text.
 */
function json_text( string $text ): string {
	return substr( serialize_block_attributes( array( $text ) ), 1, -1 );
}
