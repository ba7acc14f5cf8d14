<?php
declare( strict_types=1 );

namespace Largesse\Watching;

use Largesse\DataNote;
use Largesse\Hook;
use Largesse\Owners\RegistrySchema;
use Largesse\Route;
use Largesse\Setting;
use Largesse\SettingsSection;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function hooks(): array {
		return array(
			new Hook( ShopWatch::HOOK, array( ShopWatch::class, 'run' ) ),
			new Hook( 'add_option_' . ShopWatch::OPTION, array( ShopWatch::class, 'schedule' ) ),
			new Hook( 'update_option_' . ShopWatch::OPTION, array( ShopWatch::class, 'schedule' ) ),
			// Deactivating the plugin removes the event. Activating the plugin again does not change the option, so the
			// hooks for changes of the option do not run. Therefore, the next visit to wp-admin schedules the event.
			new Hook( 'admin_init', array( ShopWatch::class, 'schedule' ) ),
			new Hook( 'largesse_policy_on_shops', array( ShopWatch::class, 'describe_privacy' ) ),
		);
	}

	public static function fields(): array {
		return array( HintFields::class );
	}

	public static function routes(): array {
		return array(
			RegistrySchema::change_route( 'POST', Route::REGISTRY . '/watch', array( WatchRoutes::class, 'start' ), 'Starts watching the shops of a registry.' ),
			RegistrySchema::change_route( 'DELETE', Route::REGISTRY . '/watch', array( WatchRoutes::class, 'stop' ), 'Stops watching the shops of a registry.' ),
			RegistrySchema::change_route( 'DELETE', Route::ITEM . '/shop-hint', array( WatchRoutes::class, 'dismiss' ), 'Dismisses the hint about the shop of an item.' ),
		);
	}

	public static function settings(): array {
		$field = new Setting(
			ShopWatch::OPTION,
			__( 'Shops', 'largesse' ),
			__( 'Owners can then have the registry service check once a week whether the shops still sell the wishes, and at what price. Only the owners see the results. The service visits one shop at a time, and skips shops that refuse robots.', 'largesse' ),
			__( 'Let owners turn on weekly checks of shops', 'largesse' )
		);
		return array( new SettingsSection( SettingsSection::PAGES, array( $field ) ) );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			options: array(
				ShopWatch::OPTION    => new DataNote( 'whether the site checks shops' ),
				ShopThrottle::OPTION => new DataNote( 'when each shop was last checked' ),
			),
			post_meta: array(
				ShopHints::WATCHED => DataNote::of_members( 'next time to check the shops of the wishes' ),
				ShopHints::META    => new DataNote( 'price and availability of each wish at its shop', 'owners of the registry', 'the owner switches the watch off' ),
			),
			transients: array(
				ShopWatch::PAUSED => new DataNote( 'pause after a shop that took too long' ),
			),
			events: array( ShopWatch::HOOK => null ),
		);
	}
}
