<?php
declare( strict_types=1 );

namespace Largesse\Format;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\brief;
use function Largesse\Testing\rule_cases;
use function Largesse\Testing\test;

foreach ( rule_cases( 'titles' ) as $number => $case ) {
	test(
		'encodes ' . brief( $case['typed'] ) . " and decodes it ({$number})",
		static function () use ( $case ): void {
			assert_same( $case['stored'], TitleText::encode( $case['typed'] ) );
			assert_same( $case['typed'], TitleText::decode( $case['stored'] ) );
		}
	);
}
foreach ( rule_cases( 'storedTitles' ) as $number => $case ) {
	test( 'decodes the stored title ' . brief( $case['stored'] ) . " ({$number})", static fn () => assert_same( $case['title'], TitleText::decode( $case['stored'] ) ) );
}
