<?php
declare( strict_types=1 );

namespace Largesse\Owners;

/**
 * Hides WordPress's toolbar above the pages of the site from members who have nothing to do in the dashboard: their
 * registries have a page of the site. Whoever writes or administers keeps it, and operators may show it to all.
 */
final class MembersToolbar {

	/** Name of the option that shows the toolbar to all members; "1" where it does. */
	public const OPTION = 'largesse_members_toolbar';

	/**
	 * Checks whether the toolbar is shown.
	 *
	 * @param mixed $is_shown Whether it would be shown.
	 */
	public function is_useful( mixed $is_shown ): bool {
		// From what WordPress has loaded anyway: where nobody has set it, the option would be looked for on every page.
		return $is_shown && ( current_user_can( 'edit_posts' ) || '1' === ( wp_load_alloptions()[ self::OPTION ] ?? '' ) );
	}
}
