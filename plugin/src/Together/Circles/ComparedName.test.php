<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\rule_cases;
use function Largesse\Testing\test;

foreach ( array( ...rule_cases( 'names' ), ...rule_cases( 'lookalikes' ) ) as $number => $case ) {
	$verb = $case['isSame'] ? 'regards as the same' : 'distinguishes';
	test(
		"{$verb} {$case['one']} and {$case['other']} ({$number})",
		static fn () => assert_same( $case['isSame'], ComparedName::are_same( $case['one'], $case['other'] ) )
	);
}
