<?php
declare( strict_types=1 );

namespace Largesse\Watching;

use Largesse\Hook;
use Largesse\Owners\RegistrySchema;
use Largesse\Registry\Access;
use Largesse\Registry\RegistryMeta;
use Largesse\Route;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	/** Hooks of WordPress and of the plugin that the feature uses. */
	public static function hooks(): array {
		return array(
			new Hook( Watch::HOOK, array( Watch::class, 'run' ) ),
			new Hook( 'add_option_' . Watch::OPTION, array( Watch::class, 'schedule' ) ),
			new Hook( 'update_option_' . Watch::OPTION, array( Watch::class, 'schedule' ) ),
			// Also after the plugin was deactivated.
			new Hook( 'admin_init', array( Watch::class, 'schedule' ) ),
		);
	}

	/** The routes for the watch. */
	public static function routes(): array {
		return array(
			new Route(
				'POST',
				Route::REGISTRY . '/watch',
				array( WatchRoutes::class, 'start' ),
				array( Access::class, 'edit' ),
				'Starts watching the shops of a registry.',
				answer: RegistrySchema::ANSWER
			),
			new Route(
				'DELETE',
				Route::REGISTRY . '/watch',
				array( WatchRoutes::class, 'stop' ),
				array( Access::class, 'edit' ),
				'Stops watching the shops of a registry.',
				answer: RegistrySchema::ANSWER
			),
			new Route(
				'DELETE',
				Route::ITEM . '/shop-hint',
				array( WatchRoutes::class, 'dismiss' ),
				array( Access::class, 'edit_item' ),
				'Dismisses the hint about the shop of an item.',
				answer: RegistrySchema::ANSWER
			),
		);
	}

	/** Data that the feature stores in WordPress. */
	public static function stored(): StoredKeys {
		return new StoredKeys(
			options: array( Watch::OPTION, AskedShops::OPTION ),
			post_meta: array( RegistryMeta::WATCHED, ShopHints::META ),
			events: array( Watch::HOOK => null ),
		);
	}
}
