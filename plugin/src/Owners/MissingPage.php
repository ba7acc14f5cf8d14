<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Html\Template;
use Largesse\Links\OwnerPage;
use Largesse\Registry\RegistryPostType;

/**
 * Prints a warning on the admin screens of registries if the page My registries is missing or hidden. Restores the page
 * when an administrator presses the button.
 */
final class MissingPage {

	/** Name of the action, and of its nonce. */
	public const ACTION = 'largesse_bring_page_back';

	/** Capability for restoring the page. */
	private const CAPABILITY = 'manage_options';

	/** Prints the warning, with a button for administrators. */
	public static function show(): void {
		if ( RegistryPostType::NAME !== get_current_screen()?->post_type || OwnerPage::exists() ) {
			return;
		}
		Template::print(
			'owners/missing-page',
			array(
				'action'   => self::ACTION,
				'may_mend' => current_user_can( self::CAPABILITY ),
			)
		);
	}

	/** Restores the page, and redirects to it. */
	public static function restore(): void {
		if ( ! current_user_can( self::CAPABILITY ) ) {
			wp_die( esc_html__( 'Sorry, you are not allowed to do that.', 'largesse' ), '', array( 'response' => 403 ) );
		}
		check_admin_referer( self::ACTION );
		if ( ! PageSetup::restore() ) {
			wp_die( esc_html__( 'WordPress could not store the page. Please try again in a little while.', 'largesse' ), '', array( 'response' => 500 ) );
		}
		wp_safe_redirect( OwnerPage::url() );
		exit;
	}
}
