<?php
declare( strict_types=1 );

namespace Largesse\Html;

use WP_Block_Patterns_Registry;

/** Inspects the template of the current page in a block theme. */
final class CurrentTemplate {

	/** Checks whether the template contains a block, also in a pattern. @param string $block Beginning of its markup. */
	public static function holds( string $block ): bool {
		// Template that WordPress is about to show in a block theme.
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
