<?php
declare( strict_types=1 );

namespace Largesse;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

test(
	'loads classes of the plugin from their files',
	static fn () => assert_same(
		array( true, true ),
		array( class_exists( 'Largesse\DataNote' ), class_exists( 'Largesse\Foundation\Format\Csv' ) )
	)
);
test(
	'leaves classes that it does not have to other autoloaders',
	static fn () => assert_same(
		array( false, false ),
		array( class_exists( __NAMESPACE__ . '\Missing' ), class_exists( 'Other\Format\Price' ) )
	)
);
