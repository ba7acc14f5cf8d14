<?php
/** Pings PHP-FPM on this machine over FastCGI. Exits with 0 if a process answers. */

const RESPONDER = "\x00\x01\x00\x00\x00\x00\x00\x00";

/** Encodes a FastCGI record. @param int $type Record type. */
function record( int $type, string $content ): string {
	return pack( 'CCnnCC', 1, $type, 1, strlen( $content ), 0, 0 ) . $content;
}

$names  = array(
	'REQUEST_METHOD'  => 'GET',
	'SCRIPT_NAME'     => '/ping',
	'SCRIPT_FILENAME' => '/ping',
);
$params = '';
foreach ( $names as $name => $value ) {
	$params .= pack( 'CC', strlen( $name ), strlen( $value ) ) . $name . $value;
}
$socket = @stream_socket_client( 'tcp://127.0.0.1:9000', $code, $problem, 3 );
if ( false === $socket ) {
	fwrite( STDERR, "PHP-FPM: $problem\n" );
	exit( 1 );
}
stream_set_timeout( $socket, 3 );
fwrite( $socket, record( 1, RESPONDER ) . record( 4, $params ) . record( 4, '' ) . record( 5, '' ) );
exit( str_contains( (string) stream_get_contents( $socket ), 'pong' ) ? 0 : 1 );
