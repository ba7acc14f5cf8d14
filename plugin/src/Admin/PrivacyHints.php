<?php
/**
 * Explanations of what the plugin does for privacy.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

use Largesse\Feature;
use Largesse\Registry\RegistryPostType;
use WP_Screen;

/**
 * Says why e-mail addresses cannot be changed over the REST API and why owners of registries are not in public lists,
 * where an administrator would wonder: in the help of the screens of users, profiles and registries, on the profile
 * page itself, and in short on the settings page.
 */
final class PrivacyHints implements Feature {

	/** Screens with the explanation in their help. */
	private const SCREENS = array( 'users', 'user-edit', 'profile', 'edit-' . RegistryPostType::NAME );

	/** Where the explanation stands on a profile page. */
	private const ANCHOR = 'largesse-privacy';

	/**
	 * Adds the hooks of this feature.
	 */
	public function register(): void {
		// After the screens have added their own help.
		add_action( 'admin_head', array( $this, 'add_help' ) );
		add_action( 'show_user_profile', array( $this, 'show_on_profile' ) );
		add_action( 'edit_user_profile', array( $this, 'show_on_profile' ) );
	}

	/**
	 * Adds the explanation to the help of the current screen.
	 */
	public function add_help(): void {
		$screen = get_current_screen();
		if ( $screen instanceof WP_Screen && in_array( $screen->id, self::SCREENS, true ) ) {
			$screen->add_help_tab(
				array(
					'id'      => 'largesse-privacy',
					'title'   => __( 'Privacy of registries', 'largesse' ),
					'content' => self::explanation(),
				)
			);
		}
	}

	/**
	 * Prints the explanation on a profile page.
	 */
	public function show_on_profile(): void {
		printf( '<h2 id="%s">%s</h2>', esc_attr( self::ANCHOR ), esc_html__( 'Privacy of registries', 'largesse' ) );
		echo wp_kses_post( self::explanation() );
	}

	/**
	 * Prints the explanation in short, on the settings page.
	 */
	public static function show_summary(): void {
		echo '<h2>' . esc_html__( 'Privacy of registries', 'largesse' ) . '</h2><p>';
		esc_html_e( 'To protect invitations, members cannot change their e-mail address over the REST API, only on their profile page. Members who publish nothing but registries do not appear in public lists of users, author archives and sitemaps.', 'largesse' );
		printf(
			' <a href="%s">%s</a></p>',
			esc_url( admin_url( 'profile.php#' . self::ANCHOR ) ),
			esc_html__( 'Why this is so is said on every profile page', 'largesse' )
		);
	}

	/**
	 * The explanation as HTML.
	 */
	private static function explanation(): string {
		return sprintf(
			'<p><strong>%s</strong> %s</p><p><strong>%s</strong> %s</p>',
			esc_html__( 'E-mail addresses cannot be changed over the REST API.', 'largesse' ),
			esc_html__( 'Private registries open to the e-mail addresses that their owners invited. WordPress would let every member take any unused address over the REST API without confirming it, and with it the invitations that were sent there. Largesse therefore refuses such changes, except to those who may edit users. On the profile page they work as ever: WordPress sends a mail to the new address, which must be confirmed.', 'largesse' ),
			esc_html__( 'Owners of registries are not in public lists.', 'largesse' ),
			esc_html__( 'WordPress shows everybody who has published something to the world, with their login name: in the list of users of the REST API, in an author archive and in the sitemap. Largesse leaves out members who have published nothing but registries; their archive answers "not found". Whoever publishes a post or a page appears as usual, and administrators see all users.', 'largesse' )
		);
	}
}
