<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Checks;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$good = CheckResult::good( 'Good', '' );
$mild = CheckResult::recommended( 'Mild', '', '' );
$bad  = CheckResult::critical( 'Bad', '', '' );

test(
	'ranks a critical result above a recommended one',
	static fn () => assert_same(
		array( $bad, $mild, $good ),
		array(
			CheckResult::worst( array( $good, $mild, $bad ) ),
			CheckResult::worst( array( $good, $mild ) ),
			CheckResult::worst( array( $good ) ),
		)
	)
);
test(
	'returns the first of equally bad results, and null for an empty list',
	static fn () => assert_same(
		array( $mild, null ),
		array(
			CheckResult::worst( array( $good, $mild, CheckResult::recommended( 'Other', '', '' ) ) ),
			CheckResult::worst( array() ),
		)
	)
);
