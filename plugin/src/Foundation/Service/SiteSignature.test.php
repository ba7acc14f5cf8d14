<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Service;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\rule_cases;
use function Largesse\Testing\test;

foreach ( rule_cases( 'signatures' ) as $name => $case ) {
	test(
		"signs as the service expects: {$name}",
		static function () use ( $case ): void {
			$signed = SiteSignature::headers(
				$case['key'],
				$case['time'],
				$case['method'],
				$case['address'],
				$case['body'],
				$case['statement']
			);
			assert_same( array( $case['statement'], $case['signature'] ), array_values( $signed ) );
		}
	);
}
