<?php
declare( strict_types=1 );

namespace Largesse\Html;

use WP_Block_Patterns_Registry;

/**
 * Looks into the template of the page that is being made, in a theme of blocks.
 */
final class CurrentTemplate {

	/**
	 * Checks whether the template holds a block, itself or in a pattern.
	 *
	 * @param string $block How the block begins in a template.
	 */
	public static function holds( string $block ): bool {
		// What WordPress is about to show, where the theme is a block theme.
		$template = $GLOBALS['_wp_current_template_content'] ?? null;
		if ( ! is_string( $template ) ) {
			return false;
		}
		preg_match_all( '/<!-- wp:pattern \{"slug":"([^"]+)"/', $template, $found );
		foreach ( $found[1] as $slug ) {
			$template .= WP_Block_Patterns_Registry::get_instance()->get_registered( $slug )['content'] ?? '';
		}
		return str_contains( $template, $block );
	}
}
