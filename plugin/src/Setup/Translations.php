<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Largesse\Plugin;

/** Translations of the plugin. */
final class Translations {

	public static function load(): void {
		load_plugin_textdomain( 'largesse', false, dirname( plugin_basename( Plugin::file() ) ) . '/languages' );
	}
}
