<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

/** Returns one draw for each day. */
$draws = static fn ( string ...$days ): array => array_map( static fn ( string $day ): Draw => new Draw( $day, $day, '', '', 0, array(), array() ), $days );
/** Returns draws on the first days of a year. */
$series = static fn ( int $year, int $number ): array => $draws( ...array_map( static fn ( int $day ): string => sprintf( '%d-01-%02d', $year, $day ), range( 1, $number ) ) );

test(
	'keeps the last ten years of a yearly draw',
	static fn () => assert_same( range( 2021, 2030 ), array_map( static fn ( Draw $draw ): int => (int) $draw->year(), DrawHistory::kept( $draws( ...array_map( static fn ( int $year ): string => "{$year}-12-24", range( 2019, 2030 ) ) ) ) ) )
);
test(
	'keeps earlier years and the newest draw after a series of draws in one year',
	static fn () => assert_same(
		array( '2024-12-24', '2025-12-24', '2026-01-05', '2026-01-12' ),
		array_map( static fn ( int $place ): string => DrawHistory::kept( array( ...$draws( '2024-12-24', '2025-12-24' ), ...$series( 2026, 12 ) ) )[ $place ]->day, array( 0, 1, 2, 9 ) )
	)
);
test(
	'a draw is open until the end of its day',
	static fn () => assert_same( array( true, true, false ), array_map( $draws( '2026-12-24' )[0]->is_open( ... ), array( '2026-12-23', '2026-12-24', '2026-12-25' ) ) )
);
