<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\brief;
use function Largesse\Testing\rule_cases;
use function Largesse\Testing\test;

foreach ( rule_cases( 'added' ) as $case ) {
	test(
		"adds people: {$case['name']}",
		static fn () => assert_same( $case['list'], PeopleEntries::unique( array( ...$case['listed'], ...$case['added'] ) ) )
	);
}
foreach ( rule_cases( 'removed' ) as $case ) {
	test(
		"removes people: {$case['name']}",
		static fn () => assert_same( $case['list'], PeopleEntries::without( $case['listed'], array( $case['removed'] ) ) )
	);
}
foreach ( rule_cases( 'storedInvitees' ) as $number => $case ) {
	test(
		'reads the stored list ' . brief( $case['stored'] ) . " ({$number})",
		static fn () => assert_same( $case['invitees'], PeopleEntries::entries( $case['stored'] ) )
	);
}
