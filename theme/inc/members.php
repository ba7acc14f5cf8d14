<?php
/**
 * The site as its members see it.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Theme;

add_filter( 'show_admin_bar', __NAMESPACE__ . '\\is_admin_bar_useful' );

/**
 * Hides WordPress's bar above the pages from members who have nothing to do in the dashboard: their registries have a
 * page of the site. Whoever writes or administers keeps it.
 *
 * @param mixed $is_shown Whether it would be shown.
 */
function is_admin_bar_useful( mixed $is_shown ): bool {
	return $is_shown && current_user_can( 'edit_posts' );
}
