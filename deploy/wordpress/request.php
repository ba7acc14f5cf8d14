<?php
/** Sets host and protocol as in a request for the site, from which WordPress builds addresses. */

$_SERVER['HTTP_HOST']      = getenv( 'SITE_NAME' );
$_SERVER['SERVER_NAME']    = getenv( 'SITE_NAME' );
$_SERVER['REQUEST_URI']    = '/';
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['REMOTE_ADDR']    = '127.0.0.1';
$_SERVER['HTTPS']          = 'on';
