<?php
/**
 * The beginnings of texts.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Theme;

add_filter( 'render_block_core/post-excerpt', __NAMESPACE__ . '\\end_in_dots_alone' );

/**
 * Leaves away what ends a sentence before the dots that say that the text goes on: WordPress cuts after words, whatever
 * hangs on the last one.
 *
 * @param string $html HTML of an excerpt.
 */
function end_in_dots_alone( string $html ): string {
	return (string) preg_replace( '/[\s.,;:!?]+(?=&hellip;|…)/u', '', $html );
}
