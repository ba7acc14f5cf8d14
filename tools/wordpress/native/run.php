<?php
/**
 * Runs PHP code with WordPress loaded. The first line of standard input is a JSON array: the code, and the input of the
 * code as JSON. Each further line answers a call of `exchange()`, in base64. Runs with a site's folder as current
 * folder.
 */

// The empty REQUEST_URI tells WordPress and the plugin that this code runs outside a request.
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

// Standard input is a socket here. Without this line, reading would end after PHP's time limit for sockets.
stream_set_timeout( STDIN, PHP_INT_MAX );
$GLOBALS['largesse_run'] = json_decode( fgets( STDIN ) );
putenv( "INPUT={$GLOBALS['largesse_run'][1]}" );
ob_start();

/** Sends a message to the parent process, and waits for the answer. */
function exchange( string $message ): string {
	fwrite( STDOUT, "\x01" . base64_encode( $message ) . "\n" );
	return base64_decode( (string) fgets( STDIN ) );
}

require 'wp-load.php';
$input = json_decode( $GLOBALS['largesse_run'][1], true );
eval( $GLOBALS['largesse_run'][0] );
