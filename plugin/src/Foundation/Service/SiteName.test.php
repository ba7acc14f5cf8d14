<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Service;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\rule_cases;
use function Largesse\Testing\test;

$sites = rule_cases( 'sites' );
foreach ( $sites as $number => $spellings ) {
	test(
		"takes all spellings of {$spellings[0]} for one site, and all other cases for other sites",
		static function () use ( $sites, $number, $spellings ): void {
			$name = SiteName::of( $spellings[0] );
			assert_same( array( $name ), array_values( array_unique( array_map( SiteName::of( ... ), $spellings ) ) ) );
			$others = array_merge( ...array_values( array_diff_key( $sites, array( $number => 0 ) ) ) );
			assert_same( false, in_array( $name, array_map( SiteName::of( ... ), $others ), true ) );
		}
	);
}
test(
	'returns an empty name for texts such as a bare host',
	static fn () => assert_same(
		array( '', '', '', '' ),
		array_map( SiteName::of( ... ), array( '', 'family.example', 'http://', 'ftp://family.example' ) )
	)
);
