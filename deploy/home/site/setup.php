<?php
/**
 * Steps of the container for homes that need WordPress, on the command line: `php setup.php STEP`.
 *
 *   update    after a start with a newer image: updates WordPress's database, and the connection to the service
 *   cron      runs the due jobs of WordPress's cron
 *   moved     the site has moved to its present address
 *   copy      the site is a copy, which goes on alone, without the waiting mails of the original
 */

/** Loads WordPress as in a request of a browser for the site's own address. */
function load( string $file ): void {
	$home = parse_url( (string) getenv( 'SITE_HOME' ) );

	$_SERVER['HTTP_HOST']      = $home['host'] . ( isset( $home['port'] ) ? ":{$home['port']}" : '' );
	$_SERVER['SERVER_NAME']    = $home['host'];
	$_SERVER['REQUEST_URI']    = ( $home['path'] ?? '' ) . '/';
	$_SERVER['REQUEST_METHOD'] = 'GET';
	$_SERVER['REMOTE_ADDR']    = '127.0.0.1';
	require getenv( 'DATA' ) . "/site/$file";
}

$step = $argv[1] ?? '';
if ( 'cron' === $step ) {
	load( 'wp-cron.php' );
} elseif ( 'update' === $step ) {
	load( 'wp-load.php' );
	require_once ABSPATH . 'wp-admin/includes/upgrade.php';
	if ( (int) get_option( 'db_version' ) !== $GLOBALS['wp_db_version'] ) {
		wp_upgrade();
		echo "setup: updated the database of WordPress\n";
	}
	require __DIR__ . '/../../wordpress/steps.php';
	connect_to_service( (string) getenv( 'SERVICE_ADDRESS' ), null );
} elseif ( 'moved' === $step || 'copy' === $step ) {
	load( 'wp-load.php' );
	if ( 'copy' === $step ) {
		Largesse\Services::get( Largesse\People\Mail\Queue::class )->clear();
	}
	Largesse\Foundation\Service\ConnectedSite::accept();
} else {
	throw new RuntimeException( "unknown step: $step" );
}
