<?php
declare( strict_types=1 );

namespace Largesse;

/**
 * Brings the data that a site has stored up to date after an update of the plugin. WordPress runs no code of a plugin
 * when it updates the plugin, so the next request of the cron, of wp-admin or of the command line does it. The modules
 * declare the steps. Pages run no steps, so a page must also work with data of the version before.
 */
final class Upgrade {

	/** Option with the version of the site's data. A missing option means a new site, or a version before 1. */
	public const OPTION = 'largesse_data_version';

	/** Version of the data that this code stores. A new step of `Module::upgrades()` has the next version. */
	public const VERSION = 5;

	/** Checks whether all steps have run. */
	public static function is_done(): bool {
		return (int) get_option( self::OPTION ) >= self::VERSION;
	}

	/** Runs the missing steps. If a step returns false, or fails with an error, later requests try again. */
	public static function run(): void {
		if ( self::is_done() ) {
			return;
		}
		$stored = (int) get_option( self::OPTION );
		for ( $version = $stored + 1; $version <= self::VERSION; $version++ ) {
			foreach ( Plugin::MODULES as $module ) {
				$step = $module::upgrades()[ $version ] ?? null;
				if ( null !== $step && false === $step() ) {
					return;
				}
			}
		}
		update_option( self::OPTION, self::VERSION, true );
	}
}
