<?php
/**
 * Finds and runs the script for a request, as a web server with WordPress's rewrite rules would. Runs in PHP's own web
 * server, with a site's folder as current folder.
 */

// Use the address of the front server, because this server listens on another port.
list( $_SERVER['SERVER_NAME'], $_SERVER['SERVER_PORT'] ) = explode( ':', "{$_SERVER['HTTP_HOST']}:80" );

$_SERVER['PHP_SELF'] = rawurldecode( (string) parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) );
// Remove the folder of the site from the path, because all sites of a network share these files.
$_SERVER['PHP_SELF'] = preg_replace( '~^(?:/[\w-]+)?(/wp-(?:content|admin|includes)/)~', '$1', $_SERVER['PHP_SELF'] );
if ( is_dir( $_SERVER['DOCUMENT_ROOT'] . $_SERVER['PHP_SELF'] ) ) {
	if ( ! str_ends_with( $_SERVER['PHP_SELF'], '/' ) ) {
		header( "Location: {$_SERVER['PHP_SELF']}/", true, 301 );
		exit;
	}
	if ( is_file( "{$_SERVER['DOCUMENT_ROOT']}{$_SERVER['PHP_SELF']}index.php" ) ) {
		$_SERVER['PHP_SELF'] .= 'index.php';
	}
}
if ( is_file( $_SERVER['DOCUMENT_ROOT'] . $_SERVER['PHP_SELF'] ) && ! str_ends_with( $_SERVER['PHP_SELF'], '.php' ) ) {
	return false; // PHP's web server sends the file.
}
unset( $_SERVER['PATH_INFO'] );
if (
	preg_match( '~^(/.+?\.php)(/.*)?$~', $_SERVER['PHP_SELF'], $_SERVER['FOUND'] )
	&& is_file( $_SERVER['DOCUMENT_ROOT'] . $_SERVER['FOUND'][1] )
) {
	$_SERVER['SCRIPT_NAME'] = $_SERVER['FOUND'][1];
	if ( isset( $_SERVER['FOUND'][2] ) ) {
		$_SERVER['PATH_INFO'] = $_SERVER['FOUND'][2];
	}
} else {
	$_SERVER['SCRIPT_NAME'] = '/index.php';
	$_SERVER['PHP_SELF']    = '/index.php';
}
unset( $_SERVER['FOUND'] );
$_SERVER['SCRIPT_FILENAME'] = $_SERVER['DOCUMENT_ROOT'] . $_SERVER['SCRIPT_NAME'];
chdir( dirname( $_SERVER['SCRIPT_FILENAME'] ) );
require $_SERVER['SCRIPT_FILENAME'];
