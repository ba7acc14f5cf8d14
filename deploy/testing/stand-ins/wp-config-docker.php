<?php
/** Configuration of the stand-in for WordPress's official image: from the same variables. */

$from_environment = static function ( string $name, string $fallback = '' ): string {
	$file = getenv( "{$name}_FILE" );
	return match ( true ) {
		(bool) $file               => rtrim( file_get_contents( $file ), "\r\n" ),
		false === getenv( $name ) => $fallback,
		default                    => getenv( $name ),
	};
};
foreach ( array( 'NAME', 'USER', 'PASSWORD', 'HOST' ) as $name ) {
	define( "DB_$name", $from_environment( "WORDPRESS_DB_$name" ) );
}
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
define( 'AUTH_KEY', 'put your unique phrase here' );
define( 'SECURE_AUTH_KEY', 'put your unique phrase here' );
define( 'LOGGED_IN_KEY', 'put your unique phrase here' );
define( 'NONCE_KEY', 'put your unique phrase here' );
define( 'AUTH_SALT', 'put your unique phrase here' );
define( 'SECURE_AUTH_SALT', 'put your unique phrase here' );
define( 'LOGGED_IN_SALT', 'put your unique phrase here' );
define( 'NONCE_SALT', 'put your unique phrase here' );
$table_prefix = 'wp_';
if ( isset( $_SERVER['HTTP_X_FORWARDED_PROTO'] ) && str_contains( $_SERVER['HTTP_X_FORWARDED_PROTO'], 'https' ) ) {
	$_SERVER['HTTPS'] = 'on';
}
// As in the official image: compose.yaml adds its constants with this variable.
eval( $from_environment( 'WORDPRESS_CONFIG_EXTRA' ) );
if ( ! defined( 'ABSPATH' ) ) {
	define( 'ABSPATH', __DIR__ . '/' );
}
require_once ABSPATH . 'wp-settings.php';
