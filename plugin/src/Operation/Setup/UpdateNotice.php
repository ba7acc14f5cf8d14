<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\SettingsButton;

/** Notice that tells administrators once that an update has switched features on. */
final class UpdateNotice {

	/** Option that exists until an administrator hides the notice. */
	public const OPTION = 'largesse_update_notice';

	private const HIDE = 'largesse_hide_update_notice';

	/** Shows the notice on the next screen. */
	public static function store(): void {
		update_option( self::OPTION, 1, false );
	}

	/** Shows the notice on the dashboard and in the list of plugins, or hides it for good. */
	public static function prepare(): void {
		if ( SettingsButton::is_pressed( self::HIDE ) ) {
			delete_option( self::OPTION );
		} elseif ( current_user_can( 'manage_options' ) && false !== get_option( self::OPTION ) ) {
			add_action( 'admin_notices', array( self::class, 'show' ) );
		}
	}

	public static function show(): void {
		Template::print(
			'setup/update-notice',
			array(
				'settings_url' => admin_url( 'options-general.php?page=' . SettingsPage::SLUG ),
				'action'       => self::HIDE,
			)
		);
	}
}
