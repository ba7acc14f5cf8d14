<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

foreach ( array(
	'2027-06-12T12:00:00.000Z' => 'good',
	'2027-06-10T12:00:00.000Z' => 'good',
	'2027-06-10T11:59:59.000Z' => 'old',
	'1970-01-01T00:00:00.000Z' => 'old',
	'2027-06-12T12:05:00.000Z' => 'good',
	'none'                     => 'none',
	'nonsense'                 => null,
	''                         => null,
) as $last => $state ) {
	$expected = $state ?? 'unknown';
	test(
		"the backup “{$last}” is {$expected}",
		static fn () => assert_same( $state, BackupAge::state( $last, (int) strtotime( '2027-06-12T12:00:00Z' ) ) )
	);
}
