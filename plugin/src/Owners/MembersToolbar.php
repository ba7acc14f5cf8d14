<?php
declare( strict_types=1 );

namespace Largesse\Owners;

/**
 * Hides WordPress's toolbar on the site from members who cannot write posts. These members manage their registries on a
 * page of the site, and need no dashboard. An option shows the toolbar to all members.
 */
final class MembersToolbar {

	/** Option that shows the toolbar to all members if its value is "1". */
	public const OPTION = 'largesse_members_toolbar';

	/**
	 * Checks whether the toolbar is shown.
	 *
	 * @param mixed $is_shown Whether WordPress would show it.
	 */
	public function is_useful( mixed $is_shown ): bool {
		// Read the autoloaded options, because get_option() queries the database for an unset option on every page.
		return $is_shown && ( current_user_can( 'edit_posts' ) || '1' === ( wp_load_alloptions()[ self::OPTION ] ?? '' ) );
	}
}
