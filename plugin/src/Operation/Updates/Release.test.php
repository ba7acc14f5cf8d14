<?php
declare( strict_types=1 );

namespace Largesse\Operation\Updates;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\brief;
use function Largesse\Testing\test;

const ADDRESS = 'https://releases.example/largesse/plugin.json';
const NEWEST  = array(
	'component'    => 'plugin',
	'version'      => '2.0.0',
	'package'      => 'largesse-plugin-2.0.0.zip',
	'requires'     => '6.5',
	'tested'       => '6.9.1',
	'requires_php' => '8.1',
	'released'     => '2026-11-22',
	'notes'        => array(
		'fixed' => array( 'One', 7, 'Two' ),
		'new'   => array( 'Three' ),
		'other' => array( 'Four' ),
	),
);

test(
	'reads a description, with the package beside it',
	static function (): void {
		$release = Release::from( NEWEST, 'plugin', ADDRESS );
		assert_same( 'https://releases.example/largesse/largesse-plugin-2.0.0.zip', $release?->offer['package'] );
		assert_same(
			array( '2.0.0', '6.5', '6.9.1', '8.1' ),
			array(
				$release->offer['version'],
				$release->offer['requires'],
				$release->offer['tested'],
				$release->offer['requires_php'],
			)
		);
		assert_same( '2026-11-22', $release->released );
		assert_same(
			array(
				'new'   => array( 'Three' ),
				'fixed' => array( 'One', 'Two' ),
			),
			$release->notes
		);
	}
);
foreach ( array( null, '', 7, array(), array( 'version' => '99.0.0' ) ) as $data ) {
	test( 'refuses ' . brief( $data ), static fn () => assert_same( null, Release::from( $data, 'plugin', ADDRESS ) ) );
}
foreach ( array(
	array( 'component', 'theme' ),
	array( 'version', '98.0.0-rc.1' ),
	array( 'version', '98.0' ),
	array( 'version', '098.0.0' ),
	array( 'version', "98.0.0\n" ),
	array( 'version', 98 ),
	array( 'version', array( '98.0.0' ) ),
	array( 'version', str_repeat( '9', 300_000 ) ),
	array( 'package', 'https://elsewhere.example/largesse-plugin-2.0.0.zip' ),
	array( 'package', '../largesse-plugin-2.0.0.zip' ),
	array( 'package', '//elsewhere.example/largesse-plugin-2.0.0.zip' ),
	array( 'package', 'other-2.0.0.zip' ),
	array( 'package', 'largesse-plugin-1.9.0.zip' ),
	array( 'package', 'largesse-theme-2.0.0.zip' ),
	array( 'package', "largesse-plugin-2.0.0.zip\n" ),
	array( 'package', null ),
	array( 'requires', 'all' ),
	array( 'requires', '6' ),
	array( 'tested', array() ),
	array( 'requires_php', '' ),
) as list( $field, $value ) ) {
	test(
		"refuses the {$field} " . brief( $value ),
		static fn () => assert_same( null, Release::from( array( $field => $value ) + NEWEST, 'plugin', ADDRESS ) )
	);
}
test(
	'goes without a day or notes that are none',
	static function (): void {
		assert_same( '', Release::from( array( 'released' => 'today' ) + NEWEST, 'plugin', ADDRESS )?->released );
		assert_same( array(), Release::from( array( 'notes' => 'new' ) + NEWEST, 'plugin', ADDRESS )?->notes );
	}
);
