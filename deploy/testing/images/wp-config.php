<?php
/**
 * First part of the stand-in's wp-config.php. It supports the settings that deploy/compose.yaml passes to the official
 * image. wordpress.sh adds keys and the last part.
 */

define( 'DB_HOST', getenv( 'WORDPRESS_DB_HOST' ) );
define( 'DB_USER', getenv( 'WORDPRESS_DB_USER' ) );
define( 'DB_NAME', getenv( 'WORDPRESS_DB_NAME' ) );
define( 'DB_PASSWORD', trim( file_get_contents( getenv( 'WORDPRESS_DB_PASSWORD_FILE' ) ) ) );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
define( 'ABSPATH', __DIR__ . '/' );
$table_prefix = 'wp_';
// phpcs:ignore Squiz.PHP.Eval -- The official image also evaluates this variable as PHP.
eval( (string) getenv( 'WORDPRESS_CONFIG_EXTRA' ) );
