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

	/** Hides the toolbar from a member who cannot write posts. */
	public static function hide(): void {
		// Read the autoloaded options, because get_option() queries the database for an unset option on every page.
		if ( '1' === ( wp_load_alloptions()[ self::OPTION ] ?? '' ) && ! current_user_can( 'edit_posts' ) ) {
			show_admin_bar( false );
		}
	}
}
