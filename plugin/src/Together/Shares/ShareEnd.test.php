<?php
declare( strict_types=1 );

namespace Largesse\Together\Shares;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

const DAY = 86_400;
const NOW = 1_000_000_000;

/** Returns the next end in days from now; null for none. */
function next_end( ?float $list_end, float $current = 0, int $most = 400 ): ?float {
	$at  = static fn ( float $days ): int => (int) ( NOW + $days * DAY );
	$end = ShareEnd::next(
		NOW,
		null === $list_end ? null : $at( $list_end ),
		0.0 === $current ? 0 : $at( $current ),
		$most
	);
	return null === $end ? null : (float) ( $end - NOW ) / DAY;
}

test( 'is the end of the list’s day', static fn () => assert_same( 57.5, next_end( 57.5 ) ) );
test( 'is today for a list whose day is today', static fn () => assert_same( 0.25, next_end( 0.25 ) ) );
test( 'is 30 days from now without a day', static fn () => assert_same( 30.0, next_end( null ) ) );
test( 'is 30 days from now after the day', static fn () => assert_same( 30.0, next_end( -3.0 ) ) );
test( 'is never later than the maximum', static fn () => assert_same( 400.0, next_end( 900.0 ) ) );
test(
	'stays on the list’s day, which nobody needs to extend',
	static fn () => assert_same( null, next_end( 57.5, 57.5 ) )
);
test( 'moves to a later day of the list', static fn () => assert_same( 80.0, next_end( 80.0, 57.5 ) ) );
test(
	'can be extended beyond the list’s day shortly before it',
	static fn () => assert_same( 30.0, next_end( 2.0, 2.0 ) )
);
test( 'is never extended by less than a day', static fn () => assert_same( null, next_end( null, 29.5 ) ) );
test( 'is extended by a day or more', static fn () => assert_same( 30.0, next_end( null, 29.0 ) ) );
test( 'of an ended share is extended from now', static fn () => assert_same( 30.0, next_end( null, -1.0 ) ) );
