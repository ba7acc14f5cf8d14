<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

/** Current time of the tests, in minutes since 1970. */
const NOW = 30_000_000;

/** A rule that allows five events a day, with at least 15 minutes between two events. */
$rule  = new RateRule( 5, 24 * 3600, 15 * 60 );
$times = static fn ( int ...$minutes_ago ): array => array_map(
	static fn ( int $ago ): int => ( NOW - $ago ) * 60,
	$minutes_ago
);

// Each case: the earlier events in minutes before now, and the number of minutes until the next event is allowed.
foreach ( array(
	'nothing so far'                         => array( array(), 0 ),
	'the pause'                              => array( array( 5 ), 10 ),
	'the end of the pause'                   => array( array( 15 ), 0 ),
	'room for one more'                      => array( array( 90, 80, 70, 60 ), 0 ),
	'no room'                                => array( array( 1400, 90, 80, 70, 60 ), 40 ),
	'a time that is too old'                 => array( array( 1500, 90, 80, 70, 60 ), 0 ),
	'a time that is just too old'            => array( array( 1440, 90, 80, 70, 60 ), 0 ),
	'more times than there may be'           => array( array( 1430, 1400, 90, 80, 70, 60 ), 40 ),
	'no room, and a pause that ends earlier' => array( array( 1400, 90, 80, 70, 5 ), 40 ),
	'no room, and a pause that ends later'   => array( array( 1439, 90, 80, 70, 5 ), 10 ),
) as $name => list( $ago, $minutes ) ) {
	test(
		"waits {$minutes} minutes after {$name}",
		static fn () => assert_same(
			$minutes * 60,
			$rule->seconds_to_wait( $rule->recent( array_map( 'strval', $times( ...$ago ) ), NOW * 60 ), NOW * 60 )
		)
	);
}
test(
	'forgets an event after exactly a day, so that it also leaves room at once',
	static fn () => assert_same(
		array( ( NOW - 1439 ) * 60 ),
		$rule->recent( $times( 1441, 1440, 1439 ), NOW * 60 )
	)
);
test(
	'counts what is left, and when there is more',
	static function () use ( $rule, $times ): void {
		assert_same(
			array( 5, 3, 0 ),
			array(
				$rule->remaining( array() ),
				$rule->remaining( $times( 2, 1 ) ),
				$rule->remaining( $times( 6, 5, 4, 3, 2, 1 ) ),
			)
		);
		assert_same(
			array( 24 * 3600, 40 * 60 ),
			array( $rule->seconds_to_next( array(), NOW * 60 ), $rule->seconds_to_next( $times( 1400, 5 ), NOW * 60 ) )
		);
	}
);
test(
	'allows several events only if there is room for all of them',
	static fn () => assert_same(
		array( 0, 40 * 60, 1360 * 60, 24 * 3600 ),
		array_map(
			static fn ( int $number ): int => $rule->seconds_to_wait( $times( 1400, 80, 70 ), NOW * 60, $number ),
			array( 2, 3, 4, 6 )
		)
	)
);
test(
	'ignores damaged times',
	static fn () => assert_same( array( NOW * 60 ), $rule->recent( array( 'x', '', (string) ( NOW * 60 ) ), NOW * 60 ) )
);
