<?php
/**
 * Runs PHP code with WordPress loaded. Standard input is JSON: the code, and its input as JSON. Runs in the folder of a
 * site.
 */

define( 'ABSPATH', getcwd() . '/' );

// Code that belongs to no request: WordPress and the plugin know it by its empty address.
$_SERVER = array(
	'REQUEST_METHOD'  => 'GET',
	'REQUEST_URI'     => '',
	'QUERY_STRING'    => '',
	'HTTP_HOST'       => 'example.com',
	'SERVER_NAME'     => 'example.com',
	'SERVER_PORT'     => '80',
	'SERVER_PROTOCOL' => 'HTTP/1.1',
	'SERVER_SOFTWARE' => 'PHP',
	'SCRIPT_NAME'     => '',
	'SCRIPT_FILENAME' => '',
	'PHP_SELF'        => '',
	'DOCUMENT_ROOT'   => getcwd(),
	'HTTPS'           => 'off',
) + array_intersect_key( $_SERVER, array_flip( array( 'REQUEST_TIME', 'REQUEST_TIME_FLOAT', 'argv', 'argc' ) ) );

$GLOBALS['largesse_run'] = json_decode( stream_get_contents( STDIN ) );
putenv( "INPUT={$GLOBALS['largesse_run'][1]}" );
ob_start();
require ABSPATH . 'wp-load.php';
$input = json_decode( $GLOBALS['largesse_run'][1], true );
eval( $GLOBALS['largesse_run'][0] );
