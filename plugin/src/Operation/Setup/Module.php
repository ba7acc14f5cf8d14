<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\DataNote;
use Largesse\Features;
use Largesse\Foundation\Format\Price;
use Largesse\Foundation\Http\Request;
use Largesse\Plugin;
use Largesse\Services;
use Largesse\Setting;
use Largesse\SettingsSection;
use Largesse\StoredKeys;
use Largesse\Upgrade;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	/** Option with the switch for the removal of all data. uninstall.php uses the name, too. */
	public const REMOVAL = 'largesse_remove_all_data';

	public static function add_hooks(): void {
		if ( is_admin() ) {
			add_action( 'admin_menu', array( SettingsPage::class, 'add_page' ) );
			add_action( 'admin_menu', array( StartPage::class, 'add_page' ) );
			add_action( 'admin_init', array( StartPage::class, 'open_once' ) );
			add_action( 'load-index.php', array( UpdateNotice::class, 'prepare' ) );
			add_action( 'load-plugins.php', array( UpdateNotice::class, 'prepare' ) );
			add_action( 'admin_notices', array( CopyAnswer::class, 'show_notice' ) );
		}
		register_activation_hook( Plugin::file(), array( StartPage::class, 'ask_after_activation' ) );
		if ( is_admin() && in_array( $GLOBALS['pagenow'] ?? '', array( 'options.php', 'options-general.php' ), true ) ) {
			// WordPress needs the settings only when it saves or shows options.
			add_action( 'admin_init', Services::callback( SettingsPage::class, 'register_settings' ) );
		}
		if ( Request::has( 'wishes-feed', 'calendar-of' ) ) {
			// Runs before WordPress redirects to a canonical address.
			add_action( 'template_redirect', array( RemovedFeatures::class, 'answer_feed' ), 2 );
		}
		// Runs before WordPress's own check of application passwords (20), which would refuse a key.
		add_filter( 'determine_current_user', array( ApiKeys::class, 'sign_in' ), 15 );
		// Runs after WordPress's own checks of passwords (90) and of the session (100).
		add_filter( 'rest_authentication_errors', array( StatusRoute::class, 'admit_as_nobody' ), 110 );
		add_filter( 'rest_pre_dispatch', array( ApiKeys::class, 'limit' ), PHP_INT_MIN, 3 );
		add_filter( 'rest_pre_dispatch', array( ApiKeys::class, 'limit' ), PHP_INT_MAX, 3 );
		add_filter( 'rest_user_query', array( ApiKeys::class, 'search_exactly' ), 10, 2 );
		add_filter( 'rest_post_dispatch', array( ApiKeys::class, 'add_header' ), 10, 3 );
		add_action( 'largesse_template_failed', array( TemplateCheck::class, 'record_failure' ), 10, 2 );
		add_filter( 'site_status_tests', array( SiteHealth::class, 'add_tests' ) );
		if ( is_admin() ) {
			add_filter( 'plugin_action_links_' . plugin_basename( Plugin::file() ), array( SettingsPage::class, 'add_link' ) );
		}
		// phpcs:ignore WordPress.WP.CronInterval.ChangeDetected -- Mails should not wait for longer than a minute.
		add_filter( 'cron_schedules', array( Cron::class, 'add_recurrence' ) );
		if ( Request::is_without_theme() ) {
			add_action( 'init', array( Features::class, 'store_first' ) );
			add_action( 'init', array( Upgrade::class, 'run' ) );
			// Runs in the cron, in wp-admin and on the command line. Does not run on pages, because it takes time.
			add_action( 'init', array( Cron::class, 'schedule' ) );
			add_action( 'init', array( Cron::class, 'guard_events' ) );
		}
		register_deactivation_hook( Plugin::file(), array( Cron::class, 'deactivate' ) );
		// Runs in init, because the language may depend on the user, and WordPress does not know the user earlier.
		// Runs early (priority 1), before the post type gets its names.
		add_action( 'init', array( Plugin::class, 'load_translations' ), 1 );
	}

	public static function routes(): array {
		return array(
			StatusRoute::route(),
			SiteHealth::route(),
		);
	}

	public static function commands(): array {
		return array(
			'largesse'                => Command::class,
			'largesse features'       => FeaturesCommand::class,
			'largesse setup'          => array( SetupCommand::class, 'setup' ),
			'largesse site'           => array( SiteCommand::class, 'site' ),
			'largesse renew-password' => array( PasswordCommand::class, 'renew_password' ),
		);
	}

	public static function settings(): array {
		$field = new Setting(
			self::REMOVAL,
			__( 'All data', 'largesse' ),
			__( 'This deletes for good: all registries with their pictures, hidden wishes, invitations and followers; all circles and draws; what is good to know about members; marks of unconfirmed addresses; and the list of addresses that refuse mails, so these people may get mails again after a new installation. Otherwise, deleting the plugin deletes only settings, caches and waiting mails. The registry service keeps its wishes and gifts in both cases.', 'largesse' ),
			__( 'When the plugin is deleted, delete all data of members, too', 'largesse' )
		);
		return array(
			new SettingsSection( 'largesse_removal', array( $field ), __( 'Deleting the plugin', 'largesse' ), is_rare: true ),
		);
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			transients: array(
				Cron::LOGGED => new DataNote( 'mark that the log of today names this copy of a site' ),
				StartPage::ASKS => new DataNote( 'id of the user who has just activated the plugin, and is asked for whom the site is' ),
			),
			post_meta: array(
				SampleList::META => new DataNote( 'mark of the sample list' ),
			),
			options: array(
				Price::CURRENCY  => new DataNote( 'currency of prices' ),
				PurposeAnswer::OPTION => new DataNote( 'for whom the site is, and the features that this answer has switched on' ),
				Features::OPTION => new DataNote( 'which features the site has' ),
				UpdateNotice::OPTION => new DataNote( 'whether an update has switched features on, until an administrator hides the notice about it' ),
				Upgrade::OPTION  => new DataNote( 'version of the stored data' ),
				self::REMOVAL    => new DataNote( 'whether deleting the plugin deletes all data of members' ),
				TemplateCheck::FAILED => new DataNote( 'hashes of the theme’s copies of templates that have failed' ),
				SetupCheck::OPTION => new DataNote( 'results of the tests of the connection and of mail' ),
			),
			records: array(
				ApiKeys::KIND => new DataNote( 'key for a program, under its hash: name, scope, account, day of the last use', 'administrators', 'an administrator revokes it, or the account is deleted' ),
			),
		);
	}

	public static function checks(): array {
		return array(
			'signature' => array( SignatureCheck::class, 'check', 'credentials' ),
			'backup'    => array( BackupCheck::class, 'check', 'admin' ),
			'webhooks'  => array( WebhookCheck::class, 'check', 'admin' ),
			'templates' => array( TemplateCheck::class, 'check', 'admin' ),
		);
	}

	public static function upgrades(): array {
		return array(
			1 => array( RemovedFeatures::class, 'remove_watch' ),
			3 => array( RemovedFeatures::class, 'remove_old_keys' ),
			4 => array( RemovedFeatures::class, 'remove_calendars' ),
			5 => array( RemovedFeatures::class, 'remove_switches' ),
		);
	}

	public static function offered_classes(): array {
		return array( SettingsPage::class );
	}
}
