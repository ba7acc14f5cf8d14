<?php
declare( strict_types=1 );

namespace Largesse\Watching;

use Largesse\Hook;
use Largesse\Registry\RegistryMeta;
use Largesse\StoredKeys;

/** Declares what other code must know about this feature. */
final class Module extends \Largesse\Module {

	/** Hooks of WordPress and of the plugin that the feature uses. */
	public static function hooks(): array {
		return array(
			new Hook( Watch::HOOK, array( Watch::class, 'run' ) ),
			new Hook( 'add_option_' . Watch::OPTION, array( Watch::class, 'schedule' ) ),
			new Hook( 'update_option_' . Watch::OPTION, array( Watch::class, 'schedule' ) ),
			// Also after the plugin was away.
			new Hook( 'admin_init', array( Watch::class, 'schedule' ) ),
			new Hook( 'rest_api_init', array( WatchRoutes::class, 'register_routes' ) ),
		);
	}

	/** Everything that the feature stores in WordPress. */
	public static function stored(): StoredKeys {
		return new StoredKeys(
			options: array( Watch::OPTION, AskedShops::OPTION ),
			post_meta: array( RegistryMeta::WATCHED, ShopHints::META ),
			events: array( Watch::HOOK => null ),
		);
	}
}
