<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Service;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\brief;
use function Largesse\Testing\test;

foreach ( array(
	array( 'base_url', null, '', 'https://api.example.com/path', 'HTTP://10.0.0.7:8000/' ),
	array( 'base_url', 'address', 'api.example.com', 'ftp://a.example', 'javascript:alert(1)', 'https://' ),
	array( 'base_url', 'query', 'https://api.example.com/?key=1', 'https://api.example.com/#here' ),
	array( 'base_url', 'credentials', 'https://ada:secret@api.example', 'https://ada:se/cret@api.example' ),
	array( 'base_url', 'characters', 'https://api.example/a b', 'https://api.example/"', 'https://api.example/\\' ),
	array( 'base_url', 'maxLength', 'https://api.example/' . str_repeat( 'x', 981 ) ),
	array( 'base_url', null, 'https://api.example/' . str_repeat( 'x', 980 ) ),
	array( 'gateway_key', null, "!\"'<>~ abc", 'a:b@c?#' ),
	array( 'gateway_key', 'ascii', 'schlüssel' ),
	array( 'gateway_key', 'controls', "a\x7Fb", "a\nb" ),
	array( 'username', null, "مرحبا <b>\"'", str_repeat( 'ä', 1000 ), 'ada@mail.example' ),
	array( 'username', 'controls', "ad\x07min", "ada\n", "\xFF" ),
	array( 'username', 'maxLength', str_repeat( 'x', 1001 ) ),
	array( 'username', 'colon', 'a:b' ),
	array( 'site_key', null, str_repeat( 'k', 32 ), str_repeat( 'ö', 16 ) ),
	array( 'site_key', 'minBytes', 'k', str_repeat( 'k', 31 ) ),
	array( 'app_password', null, 'a:b ü @?#' ),
) as $case ) {
	list( $name, $rule ) = array_splice( $case, 0, 2 );
	foreach ( $case as $value ) {
		test(
			( null === $rule ? 'accepts' : "refuses ({$rule})" ) . " the {$name} " . brief( $value ),
			static fn () => assert_same( $rule, SettingRules::broken_rule( "registry_api_{$name}", $value ) )
		);
	}
}

// rules: Settings 3
foreach ( array(
	'8,192 bytes'       => array( str_pad( 'key', 8192 ), 'key', null ),
	'8,193 bytes'       => array( str_pad( 'key', 8193 ), '', 'maxBytes' ),
	'the mark of UTF-8' => array( "\xEF\xBB\xBFkey\n", 'key', null ),
	'spaces around it'  => array( " \n key \r\n", 'key', null ),
	'spaces inside'     => array( 'ab cd', 'ab cd', null ),
	'two lines'         => array( "key\nother", '', 'line' ),
	'nothing'           => array( " \n", '', 'empty' ),
	'another encoding'  => array( "k\xFCy", '', 'unreadable' ),
) as $what => list( $text, $value, $rule ) ) {
	test(
		"reads a secret file with {$what}",
		static fn () => assert_same( array( $value, $rule ), SettingRules::secret( $text ) )
	);
}

foreach ( array(
	'http://localhost:8000'       => true,
	'http://LOCALHOST'            => true,
	'http://127.0.0.1:8080/path'  => true,
	'http://127.9.9.9'            => true,
	'http://[::1]:8080'           => true,
	'https://api.example'         => false,
	'http://127.0.0.1.example'    => false,
	'http://localhost.example'    => false,
	'http://128.0.0.1'            => false,
	'http://api.example/127.0.0.1' => false,
	''                            => false,
) as $address => $is_local ) {
	test(
		"knows who can reach “{$address}”",
		static fn () => assert_same( $is_local, SettingRules::is_on_this_machine( $address ) )
	);
}
