<?php
declare( strict_types=1 );

namespace Largesse\Privacy;

use Largesse\Html\Template;
use Largesse\Registry\RegistryPostType;
use WP_Screen;

/**
 * Explains to administrators why e-mail addresses cannot be changed over the REST API, and why owners are not in public
 * lists. The explanation is in the help of the screens of users, profiles and registries, and on the settings page.
 * Members do not see the explanation, because they cannot change these rules.
 */
final class PrivacyHints {

	/** Screens whose help contains the explanation. */
	private const SCREENS = array( 'users', 'user-edit', 'profile', 'edit-' . RegistryPostType::NAME );

	/** Adds the explanation to the help of the current screen, for users who can list the site's users. */
	public static function add_help(): void {
		$screen = get_current_screen();
		if ( $screen instanceof WP_Screen && in_array( $screen->id, self::SCREENS, true ) && current_user_can( 'list_users' ) ) {
			$screen->add_help_tab(
				array(
					'id'      => 'largesse-privacy',
					'title'   => __( 'Privacy of registries', 'largesse' ),
					'content' => Template::render( 'privacy/explanation' ),
				)
			);
		}
	}
}
