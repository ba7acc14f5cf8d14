<?php
declare( strict_types=1 );

namespace Largesse\Operation\EventLog;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

test(
	'after a crash, as many events as were read at once are handled singly',
	static function (): void {
		$crashed = ( new Position( 'a', 5 ) )->before_work( 3 );
		assert_same( array( 'a', 1, 3 ), array( $crashed->cursor, $crashed->crashes, $crashed->singles ) );
		$again = $crashed->before_work( 3 );
		assert_same( array( 2, 3 ), array( $again->crashes, $again->singles ) );
		$next = $crashed->after_work( 'b', 100 );
		assert_same(
			array( 'b', 5, 0, 2, 100 ),
			array( $next->cursor, $next->since, $next->crashes, $next->singles, $next->read_at )
		);
		assert_same( 0, ( new Position( 'a' ) )->after_work( 'b', 100 )->singles );
	}
);

test(
	'a reading from the oldest event never begins before the plugin did',
	static function (): void {
		$position = new Position( 'a', 50 );
		assert_same(
			array( '', 70 ),
			array( $position->from_the_oldest( 70 )->cursor, $position->from_the_oldest( 70 )->since )
		);
		assert_same( 50, $position->from_the_oldest( -60 )->since );
	}
);
