<?php
declare( strict_types=1 );

namespace Largesse;

use WP_CLI;

/** The list of modules. Run `npm run modules` after a change of the list or of a module. */
final class Plugin {

	/** Modules of the plugin. Hooks with the same priority run in this order. Modules with a switch come last. */
	public const MODULES = array(
		Service\Module::class,
		Records\Module::class,
		Http\Module::class,
		Registry\Module::class,
		Accounts\Module::class,
		Blocks\Module::class,
		Guests\Module::class,
		Invitations\Module::class,
		Giving\Module::class,
		Mail\Module::class,
		Owners\Module::class,
		Screens\Module::class,
		Helpers\Module::class,
		EventLog\Module::class,
		Privacy\Module::class,
		Setup\Module::class,
		Updates\Module::class,
		Wishes\Module::class,
		Pictures\Module::class,
		Finding\Module::class,
		Sharing\Module::class,
		Following\Module::class,
		Sizes\Module::class,
		DeliveryAddress\Module::class,
		Ideas\Module::class,
		Suggestions\Module::class,
		Shares\Module::class,
		Unlisted\Module::class,
		Appearances\Module::class,
		Exchange\Module::class,
		Circles\Module::class,
		Draws\Module::class,
		Affiliates\Module::class,
		Abilities\Module::class,
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
		Hooks::add( false );
		if ( did_action( 'plugins_loaded' ) ) {
			self::start_switched(); // WordPress is activating the plugin.
		} else {
			add_action( 'plugins_loaded', array( self::class, 'start_switched' ), 0 );
		}
	}

	/** Starts the features with a switch that are on. On the command line, also adds all commands. */
	public static function start_switched(): void {
		Hooks::add( true );
		if ( defined( 'WP_CLI' ) && WP_CLI ) {
			foreach ( Features::declared( 'commands' ) as $name => $command ) {
				WP_CLI::add_command( $name, is_array( $command ) ? array( Services::get( $command[0] ), $command[1] ) : Services::get( $command ) );
			}
		}
	}
}
