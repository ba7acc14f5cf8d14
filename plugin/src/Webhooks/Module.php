<?php
declare( strict_types=1 );

namespace Largesse\Webhooks;

use Largesse\Hook;
use Largesse\SettingsSection;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public const FEATURE = 'webhooks';

	public static function texts(): array {
		return array(
			'name'  => __( 'Webhooks', 'largesse' ),
			'about' => __( 'Administrators see which programs get messages about changes, and whether the messages arrive.', 'largesse' ),
		);
	}

	public static function hooks(): array {
		return array(
			new Hook( 'admin_menu', array( WebhookScreen::class, 'add_page' ), when: 'is_admin' ),
			// Runs after WordPress has read the screen's title from the menu.
			new Hook( 'admin_head', array( WebhookScreen::class, 'remove_from_menu' ), when: 'is_admin' ),
			new Hook( 'submenu_file', array( WebhookScreen::class, 'current_entry' ), when: 'is_admin' ),
		);
	}

	public static function settings(): array {
		return array(
			new SettingsSection(
				'largesse_webhooks',
				array(),
				__( 'Webhooks', 'largesse' ),
				__( 'Show webhooks and what they have sent', 'largesse' ),
				is_rare: true,
				page: WebhookScreen::SLUG
			),
		);
	}

	public static function checks(): array {
		return array( 'webhooks' => array( Webhooks::class, 'check', 'admin' ) );
	}
}
