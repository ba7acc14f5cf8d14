<?php
/**
 * Plugin Name:       Largesse
 * Description:       Gift registries for every member, public or for invited people only.
 * Version:           0.1.0
 * Requires at least: 6.5
 * Requires PHP:      8.1
 * Author:            The Largesse authors
 * License:           GPL-2.0-or-later
 * License URI:       https://www.gnu.org/licenses/old-licenses/gpl-2.0.html
 * Text Domain:       largesse
 * Domain Path:       /languages
 * Update URI:        false
 *
 * @package Largesse
 */

defined( 'ABSPATH' ) || exit;

// WordPress checks the versions above only on activation, but a site may switch to an older PHP later. So this file
// uses only old syntax, and checks the version before it loads other files.
if ( version_compare( PHP_VERSION, '8.1', '<' ) ) {
	add_action(
		'admin_notices',
		static function () {
			echo '<div class="notice notice-error"><p>';
			echo esc_html__( 'Largesse needs PHP 8.1 or newer. It does nothing until you update PHP.', 'largesse' );
			echo '</p></div>';
		}
	);
	return;
}

require_once __DIR__ . '/src/Autoloader.php';
require_once __DIR__ . '/functions.php';

Largesse\Autoloader::register();
Largesse\Plugin::register();
