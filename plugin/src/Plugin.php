<?php
declare( strict_types=1 );

namespace Largesse;

use Closure;
use ReflectionFunction;
use WP_CLI;

/** The list of modules. Run `npm run modules` after a change of the list or of a module. */
final class Plugin {

	/** Modules of the plugin. Hooks with the same priority run in this order. Modules with a switch come last. */
	public const MODULES = array(
		Foundation\Service\Module::class,
		Foundation\Records\Module::class,
		Foundation\Http\Module::class,
		Registries\Registry\Module::class,
		People\Accounts\Module::class,
		Foundation\Blocks\Module::class,
		Pages\Guests\Module::class,
		Together\Invitations\Module::class,
		Promises\Giving\Module::class,
		People\Mail\Module::class,
		Pages\Owners\Module::class,
		Pages\Screens\Module::class,
		Together\Helpers\Module::class,
		Operation\EventLog\Module::class,
		Operation\Privacy\Module::class,
		Operation\Setup\Module::class,
		Operation\Updates\Module::class,
		Managing\Wishes\Module::class,
		Registries\Pictures\Module::class,
		Managing\Finding\Module::class,
		Managing\Sharing\Module::class,
		Together\Following\Module::class,
		Together\About\Module::class,
		Together\DeliveryAddress\Module::class,
		Together\Presents\Module::class,
		Together\Shares\Module::class,
		Managing\Unlisted\Module::class,
		Managing\Appearances\Module::class,
		Managing\Exchange\Module::class,
		Together\Circles\Module::class,
		Together\Questions\Module::class,
		Together\MyGifts\Module::class,
		Together\Digest\Module::class,
		Together\Draws\Module::class,
		Operation\Affiliates\Module::class,
		Managing\Abilities\Module::class,
	);

	/** Returns the path of the plugin's main file. */
	public static function file(): string {
		return dirname( __DIR__ ) . '/largesse.php';
	}

	public static function load_translations(): void {
		load_plugin_textdomain( 'largesse', false, dirname( plugin_basename( self::file() ) ) . '/languages' );
	}

	/**
	 * Starts the features that every site has. Starts the others when all plugins are loaded, because other plugins can
	 * switch them.
	 */
	public static function register(): void {
		self::add_hooks_of( array_filter( self::MODULES, static fn ( string $module ): bool => '' === $module::FEATURE ) );
		if ( did_action( 'plugins_loaded' ) ) {
			self::start_switched(); // WordPress is activating the plugin.
		} else {
			add_action( 'plugins_loaded', array( self::class, 'start_switched' ), 0 );
		}
	}

	/** Starts the features with a switch that are on. On the command line, also adds all commands. */
	public static function start_switched(): void {
		self::add_hooks_of(
			array_filter( Features::modules(), static fn ( string $module ): bool => '' !== $module::FEATURE )
		);
		if ( defined( 'WP_CLI' ) && WP_CLI ) {
			foreach ( Features::commands() as $name => $command ) {
				WP_CLI::add_command(
					$name,
					is_array( $command ) ? array( Services::get( $command[0] ), $command[1] ) : Services::get( $command )
				);
			}
		}
	}

	/** @param array<class-string<Module>> $modules */
	private static function add_hooks_of( array $modules ): void {
		foreach ( $modules as $module ) {
			$module::add_hooks();
		}
	}

	/**
	 * Removes all callbacks of the plugin, also callbacks that its classes have added. Afterwards, the request does not
	 * need the plugin's files.
	 */
	public static function remove_hooks(): void {
		foreach ( $GLOBALS['wp_filter'] as $name => $hook ) {
			foreach ( $hook->callbacks as $priority => $callbacks ) {
				foreach ( array_column( $callbacks, 'function' ) as $callback ) {
					if ( str_starts_with( self::class_of( $callback ), __NAMESPACE__ . '\\' ) ) {
						$hook->remove_filter( $name, $callback, $priority );
					}
				}
			}
		}
	}

	/** Returns the class of a callback; '' for none. @param mixed $callback Callback that was added to a hook. */
	private static function class_of( mixed $callback ): string {
		if ( $callback instanceof Closure ) {
			return (string) ( new ReflectionFunction( $callback ) )->getClosureScopeClass()?->getName();
		}
		$owner = is_array( $callback ) ? $callback[0] ?? '' : $callback;
		return is_object( $owner ) ? $owner::class : (string) $owner;
	}
}
