<?php
/**
 * Sets the host and the protocol of the site, as in a web request. WordPress builds addresses from the host and the
 * protocol.
 */

$_SERVER['HTTP_HOST']      = getenv( 'SITE_NAME' );
$_SERVER['SERVER_NAME']    = getenv( 'SITE_NAME' );
$_SERVER['REQUEST_URI']    = '/';
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['REMOTE_ADDR']    = '127.0.0.1';
$_SERVER['HTTPS']          = 'on';
