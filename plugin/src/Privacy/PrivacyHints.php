<?php
declare( strict_types=1 );

namespace Largesse\Privacy;

use Largesse\Registry\RegistryPostType;
use WP_Screen;

/**
 * Explains to administrators why e-mail addresses cannot be changed over the REST API, and why owners are not in public
 * lists. The explanation is in the help of the screens of users, profiles and registries, and on the settings page.
 * Members do not see it, because they cannot change anything about it.
 */
final class PrivacyHints {

	/** Screens with the explanation in their help. */
	private const SCREENS = array( 'users', 'user-edit', 'profile', 'edit-' . RegistryPostType::NAME );

	/** Adds the explanation to the help of the current screen, for users who can list the site's users. */
	public function add_help(): void {
		$screen = get_current_screen();
		if ( $screen instanceof WP_Screen && in_array( $screen->id, self::SCREENS, true ) && current_user_can( 'list_users' ) ) {
			$screen->add_help_tab(
				array(
					'id'      => 'largesse-privacy',
					'title'   => __( 'Privacy of registries', 'largesse' ),
					'content' => self::explanation(),
				)
			);
		}
	}

	/** Prints the explanation on the settings page: a summary with details to unfold. */
	public static function show_summary(): void {
		echo '<h2>' . esc_html__( 'Privacy of registries', 'largesse' ) . '</h2><p>';
		esc_html_e( 'To protect invitations, members cannot change their e-mail address over the REST API, only on their profile page. Members who publish nothing but registries do not appear in public lists of users, author archives and sitemaps.', 'largesse' );
		printf( '</p><details><summary>%s</summary>%s</details>', esc_html__( 'Why this is so', 'largesse' ), wp_kses_post( self::explanation() ) );
	}

	/** Renders the explanation. */
	private static function explanation(): string {
		return sprintf(
			'<p><strong>%s</strong> %s</p><p><strong>%s</strong> %s</p>',
			esc_html__( 'E-mail addresses cannot be changed over the REST API.', 'largesse' ),
			esc_html__( 'A private registry can be seen by everyone whose e-mail address its owner invited. WordPress would let every member take any unused address over the REST API without confirming it, and with it the invitations that were sent there. Largesse therefore refuses such changes, except to those who may edit users. On the profile page they work as ever: WordPress sends a mail to the new address, which must be confirmed.', 'largesse' ),
			esc_html__( 'Owners of registries are not in public lists.', 'largesse' ),
			esc_html__( 'WordPress shows the whole world who has published something, with their login name: in the list of users of the REST API, in an author archive and in the sitemap. Largesse leaves out members who have published nothing but registries; their archive answers "not found". Whoever publishes a post or a page appears as usual, and administrators see all users.', 'largesse' )
		);
	}
}
