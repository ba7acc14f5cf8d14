<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Largesse\DataNote;
use Largesse\Format\Price;
use Largesse\Hook;
use Largesse\Http\Schema;
use Largesse\Route;
use Largesse\Service\Settings;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function hooks(): array {
		return array(
			new Hook( 'admin_menu', array( SettingsPage::class, 'add_page' ), when: 'is_admin' ),
			new Hook( 'admin_init', array( SettingsPage::class, 'register_settings' ), when: 'is_admin' ),
			new Hook( 'site_status_tests', array( SiteHealth::class, 'add_tests' ) ),
			new Hook( 'debug_information', array( SiteHealth::class, 'add_information' ) ),
			new Hook( 'plugin_action_links_{plugin}', array( SettingsPage::class, 'add_link' ), when: 'is_admin' ),
			...array_map( static fn ( string $name ) => new Hook( "add_option_{$name}", array( SettingsPage::class, 'disable_autoload' ), when: 'is_admin' ), Settings::ALL ),
			new Hook( 'cron_schedules', array( Cron::class, 'add_recurrence' ) ),
			// Runs in the cron, in wp-admin and on the command line. Does not run on pages, because `schedule` takes
			// time.
			new Hook( 'init', array( Cron::class, 'schedule' ), when: 'is_without_theme' ),
			new Hook( 'deactivate_{plugin}', array( Cron::class, 'deactivate' ) ),
			// Runs in init, because the language may depend on the user, and WordPress does not know the user earlier.
			// Runs early (priority 1), before the post type gets its names.
			new Hook( 'init', array( Translations::class, 'load' ), 1 ),
		);
	}

	public static function routes(): array {
		return array(
			new Route(
				'GET',
				'/status',
				array( StatusRoute::class, 'answer' ),
				'__return_true',
				'Answers whether programs can sign in. Everyone may send this request, because a program that cannot sign in needs the answer.',
				answer: array(
					'plugin'                => Schema::text( 'Version of the plugin.' ),
					'authorization'         => Schema::boolean( 'True if the request arrived with an Authorization header.' ),
					'application_passwords' => Schema::boolean( 'True if the site accepts application passwords.' ),
					'registration'          => Schema::boolean( 'True if everyone may open an account.' ),
				),
				gets_request: true
			),
			SiteHealth::route(),
		);
	}

	public static function commands(): array {
		return array(
			'largesse'                => Command::class,
			'largesse doctor'         => array( ConnectionCommand::class, 'doctor' ),
			'largesse renew-password' => array( ConnectionCommand::class, 'renew_password' ),
		);
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			options: array(
				Price::CURRENCY  => new DataNote( 'currency of prices' ),
				NextStep::OPTION => new DataNote( 'results of the tests of the connection and of mail' ),
			),
			transients: array(
				RefusedInput::PREFIX => new DataNote( 'a refused value of a setting', 'the administrator who entered the value', '30 seconds are over' ),
			),
		);
	}

	public static function offered_classes(): array {
		return array( SettingsPage::class );
	}
}
