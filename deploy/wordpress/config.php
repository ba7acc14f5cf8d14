<?php
/** Part of the container's wp-config.php: WORDPRESS_CONFIG_EXTRA in deploy/compose.yaml loads this file. */

( static function (): void {
	$port = (string) getenv( 'HTTPS_PORT' );
	$home = 'https://' . getenv( 'SITE_NAME' ) . ( in_array( $port, array( '', '443' ), true ) ? '' : ":$port" );
	define( 'WP_HOME', $home );
	define( 'WP_SITEURL', $home );
	// The container `cron` runs WordPress's cron, so requests for pages need not run it.
	define( 'DISABLE_WP_CRON', true );
	define( 'DISALLOW_FILE_EDIT', true );
	define( 'FS_METHOD', 'direct' );
} )();
