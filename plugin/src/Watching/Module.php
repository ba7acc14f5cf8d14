<?php
declare( strict_types=1 );

namespace Largesse\Watching;

use Largesse\DataNote;
use Largesse\Hook;
use Largesse\Owners\RegistrySchema;
use Largesse\Route;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public const FEATURE = 'watch';

	public static function texts(): array {
		return array(
			'name'  => __( 'Watching shops', 'largesse' ),
			'about' => __( 'The site checks once a week whether shops still sell the wishes, and tells the owners.', 'largesse' ),
		);
	}

	public static function hooks(): array {
		return array(
			new Hook( ShopWatch::HOOK, array( ShopWatch::class, 'run' ) ),
			new Hook( 'largesse_policy_on_shops', array( ShopWatch::class, 'describe_privacy' ) ),
		);
	}

	public static function fields(): array {
		return array( ShopHints::class );
	}

	public static function routes(): array {
		return array(
			RegistrySchema::change_route( 'POST', Route::REGISTRY . '/watch', array( WatchRoutes::class, 'start' ), 'Starts watching the shops of a registry.' ),
			RegistrySchema::change_route( 'DELETE', Route::REGISTRY . '/watch', array( WatchRoutes::class, 'stop' ), 'Stops watching the shops of a registry.' ),
			RegistrySchema::change_route( 'DELETE', Route::ITEM . '/shop-hint', array( WatchRoutes::class, 'dismiss' ), 'Dismisses the hint about the shop of an item.' ),
		);
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			records: array(
				ShopHints::KIND => DataNote::of_members( 'the watch of the shops of a registry: next check, and price and availability of each wish', 'owners of the registry', 'the owner switches the watch off' ),
			),
			transients: array(
				ShopWatch::PAUSED => new DataNote( 'pause between two runs of the watch' ),
			),
			events: array( ShopWatch::HOOK => 'hourly' ),
		);
	}
}
