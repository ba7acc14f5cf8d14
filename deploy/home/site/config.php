<?php
/** Part of wp-config.php of the container for homes: the database, and the address of the site. */

( static function (): void {
	define( 'DB_ENGINE', 'sqlite' );
	define( 'DB_DIR', ABSPATH . 'wp-content/database' );
	define( 'DB_FILE', '.ht.sqlite' );
	// WordPress requires these constants; the driver does not use them.
	foreach ( array( 'DB_NAME', 'DB_USER', 'DB_PASSWORD', 'DB_HOST' ) as $name ) {
		define( $name, 'wordpress' );
	}
	define( 'DB_CHARSET', 'utf8mb4' );
	define( 'DB_COLLATE', '' );
	// The container runs WordPress's cron, so requests for pages need not run it.
	define( 'DISABLE_WP_CRON', true );
	define( 'DISALLOW_FILE_EDIT', true );
	define( 'FS_METHOD', 'direct' );

	// Programs of the container get SITE_URL. Other commands in the container read the file.
	$file = dirname( ABSPATH ) . '/site-address';
	$home = (string) getenv( 'SITE_URL' );
	$home = rtrim( '' !== $home ? $home : ( is_file( $file ) ? trim( (string) file_get_contents( $file ) ) : '' ), '/' );
	if ( '' === $home ) {
		return;
	}
	define( 'WP_HOME', $home );
	define( 'WP_SITEURL', $home );
	if ( str_starts_with( $home, 'https:' ) ) {
		$_SERVER['HTTPS'] = 'on';
	}
	// A proxy may have removed the path of the site. WordPress compares the path of the request with its own address.
	$path = (string) parse_url( $home, PHP_URL_PATH );
	$uri  = (string) ( $_SERVER['REQUEST_URI'] ?? '' );
	if ( '' !== $path && '' !== $uri && ! preg_match( '~^' . preg_quote( $path, '~' ) . '(?:[/?]|$)~', $uri ) ) {
		$_SERVER['REQUEST_URI'] = $path . $uri;
	}
} )();
