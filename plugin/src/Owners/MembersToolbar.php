<?php
declare( strict_types=1 );

namespace Largesse\Owners;

/**
 * If an option is set, hides WordPress's toolbar on the site from members who cannot write posts. These members manage
 * their registries on a page of the site, and need no dashboard.
 */
final class MembersToolbar {

	/** Option that hides the toolbar from these members if its value is "1". */
	public const OPTION = 'largesse_hide_toolbar';

	/** Checks whether the toolbar is shown. @param mixed $is_shown Whether WordPress would show it. */
	public static function is_useful( mixed $is_shown ): bool {
		// Read the autoloaded options, because get_option() queries the database for an unset option on every page.
		return $is_shown && ( '1' !== ( wp_load_alloptions()[ self::OPTION ] ?? '' ) || current_user_can( 'edit_posts' ) );
	}
}
