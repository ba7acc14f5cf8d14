<?php
/**
 * Excerpts.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Theme;

add_filter( 'render_block_core/post-excerpt', __NAMESPACE__ . '\\end_in_dots_alone' );

/**
 * Removes punctuation before the ellipsis of an excerpt. WordPress cuts the text after a word, but keeps the
 * punctuation after that word.
 *
 * @param string $html HTML of an excerpt.
 */
function end_in_dots_alone( string $html ): string {
	return (string) preg_replace( '/[\s.,;:!?]+(?=&hellip;|…)/u', '', $html );
}
