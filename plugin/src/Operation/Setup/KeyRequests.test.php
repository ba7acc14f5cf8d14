<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$registries = '/wp/v2/registries';
$registry   = array( 'context' => 'view', '_fields' => 'id,author,title.raw,content.protected,meta' );
$account    = array( 'context' => 'edit', '_fields' => 'id,username,email,roles,capabilities' );
$search     = array(
	'context'            => 'edit',
	'_fields'            => 'id,email',
	'search'             => 'ada@mail.example',
	'largesse_confirmed' => '1',
	'per_page'           => '100',
);
$list       = $registry + array(
	'author'   => '1',
	'status'   => 'publish,private',
	'orderby'  => 'id',
	'order'    => 'asc',
	'offset'   => '0',
	'per_page' => '100',
);

// Requests of the service, with the scopes that need them.
$requests = array(
	'time zone' => array( '/', array( '_fields' => 'timezone_string,gmt_offset' ), 'read,gifts,events' ),
	'caller'    => array( '/wp/v2/users/me', $account, 'read,gifts,events' ),
	'account'   => array( '/wp/v2/users', $search, 'read,gifts' ),
	'registry'  => array( "$registries/7", $registry, 'read,gifts,events' ),
	'rendered'  => array( "$registries/7", array( 'context' => 'view' ), 'read,gifts,events' ),
	'own lists' => array( $registries, $list, 'read' ),
	'of a role' => array( $registries, array( 'largesse_role' => 'co-owner' ) + $registry, 'read' ),
);

$scopes_for = static fn ( string $method, string $route, array $parameters ): string => implode(
	',',
	array_filter(
		array( ...KeyRequests::SCOPES, '', 'write' ),
		static fn ( string $scope ): bool => KeyRequests::allows( $scope, $method, $route, $parameters, $registries )
	)
);

foreach ( $requests as $name => list( $route, $parameters, $scopes ) ) {
	test(
		"allows the $name for the scopes that need it, and no change of the request",
		static function () use ( $route, $parameters, $scopes, $scopes_for ): void {
			assert_same( $scopes, $scopes_for( 'GET', $route, $parameters ) );
			foreach ( array( 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'get', '' ) as $method ) {
				assert_same( '', $scopes_for( $method, $route, $parameters ), $method );
			}
			foreach ( array( "$route/", "$route/x", "/x$route", strtoupper( $route ) . '#', "$route\n", '' ) as $other ) {
				assert_same( '', $scopes_for( 'GET', $other, $parameters ), $other );
			}
			foreach ( array( 'password', '_embed', '_envelope', '_jsonp', '_method', 'page', '0', 'who' ) as $more ) {
				assert_same( '', $scopes_for( 'GET', $route, $parameters + array( $more => '1' ) ), $more );
			}
			foreach ( $parameters as $key => $value ) {
				foreach ( array( array( $value ), "$value,*", "$value\n", '', null, 1 ) as $other ) {
					assert_same( '', $scopes_for( 'GET', $route, array( $key => $other ) + $parameters ), $key );
				}
			}
			foreach ( array( 'edit', 'embed', 'help' ) as $context ) {
				if ( $context !== ( $parameters['context'] ?? '' ) ) {
					assert_same( '', $scopes_for( 'GET', $route, array( 'context' => $context ) + $parameters ), $context );
				}
			}
		}
	);
}

test(
	'shows accounts only with all of their parameters',
	static function () use ( $account, $search, $scopes_for ): void {
		foreach ( array( '/wp/v2/users/me' => $account, '/wp/v2/users' => $search ) as $route => $parameters ) {
			foreach ( array_diff( array_keys( $parameters ), array( 'per_page' ) ) as $missing ) {
				assert_same( '', $scopes_for( 'GET', $route, array_diff_key( $parameters, array( $missing => 1 ) ) ), $missing );
			}
		}
		assert_same( '', $scopes_for( 'GET', '/', array() ) );
		foreach ( array( '*@mail.example', 'a*@mail.example', '@mail.example', 'ada@', 'ada', 'a@b@c', 'a b@c' ) as $text ) {
			assert_same( '', $scopes_for( 'GET', '/wp/v2/users', array( 'search' => $text ) + $search ), $text );
		}
	}
);
