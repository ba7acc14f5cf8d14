<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Largesse\Plugin;

/** Translations of the plugin. */
final class Translations {

	/** Registers the folder of the translations. */
	public static function load(): void {
		load_plugin_textdomain( 'largesse', false, dirname( plugin_basename( Plugin::file() ) ) . '/languages' );
	}
}
